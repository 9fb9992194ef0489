/** The GL stage: the one file that talks to the graphics card, through three. */
import {
  BufferAttribute,
  BufferGeometry,
  Camera,
  Color,
  DepthTexture,
  DoubleSide,
  GLSL3,
  InstancedBufferAttribute,
  InstancedMesh,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  LessEqualCompare,
  LinearFilter,
  LinearSRGBColorSpace,
  type Material,
  Matrix4,
  Mesh,
  RedFormat,
  Scene,
  ShaderMaterial,
  UnsignedIntType,
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
} from "three";
import { shapeOf } from "./bricks";
import { linear, SKY } from "./colours";
import { CORNER, flatMesh } from "./ground/flatmesh";
import type { Flat } from "./ground/flats";
import { groundBatches } from "./ground/ground";
import { type Relief, reliefOf } from "./ground/relief";
import { skyOf } from "./ground/sky";
import { Water } from "./ground/water";
import { type Batch, type Batches, countOf, emptyBatches, KINDS, type Kind } from "./instances";
import { inFormation } from "./looking/levels";
import type { Lens, Look } from "./looking/views";
import type { Ghost } from "./marks";
import type { Air, Drawn, Painter } from "./painter";
import { BRICK_FRAGMENT, BRICK_VERTEX, DEPTH_FRAGMENT, DEPTH_VERTEX, FLAT_FRAGMENT, FLAT_VERTEX } from "./shaders";
import { type Passings, pieceBatches, pushGhost, unitBatches } from "./standing";
import type { BoardScene } from "./types";

type Quality = "low" | "high";
type Uniforms = Record<string, { value: unknown }>;

const SUN = new Vector3(-0.52, 0.78, 0.36).normalize();
/** Below this many pixels a stud the studs of the ground become a pattern. */
const FAR = 3.2;

/** One kind of brick in one layer; grows when more are needed. */
class Pile {
  mesh: InstancedMesh<BufferGeometry, ShaderMaterial> | null = null;
  private room = 0;

  constructor(
    private readonly kind: Kind,
    private readonly material: ShaderMaterial,
    private readonly scene: Scene,
    private readonly quality: Quality,
  ) {}

  private grow(count: number): InstancedMesh<BufferGeometry, ShaderMaterial> {
    this.dispose();
    this.room = Math.ceil(count * 1.25) + 16;
    const shape = shapeOf(this.kind, this.quality);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(shape.positions), 3));
    geometry.setAttribute("normal", new BufferAttribute(new Float32Array(shape.normals), 3));
    geometry.setAttribute("tint", new InstancedBufferAttribute(new Float32Array(this.room * 4), 4));
    geometry.setAttribute("share", new InstancedBufferAttribute(new Float32Array(this.room), 1));
    geometry.setAttribute("size", new InstancedBufferAttribute(new Float32Array(this.room * 4), 4));
    const mesh = new InstancedMesh(geometry, this.material, this.room);
    mesh.frustumCulled = false;
    this.scene.add(mesh);
    this.mesh = mesh;
    return mesh;
  }

  fill(batches: readonly Batch[]): void {
    const count = batches.reduce((sum, batch) => sum + batch.count, 0);
    if (!count && !this.mesh) return;
    const mesh = this.mesh && this.room >= count ? this.mesh : this.grow(count);
    const { tint, size, share } = mesh.geometry.attributes as Record<"tint" | "size" | "share", BufferAttribute>;
    let at = 0;
    for (const batch of batches) {
      mesh.instanceMatrix.array.set(batch.matrices, at * 16);
      tint.array.set(batch.tints, at * 4);
      size.array.set(batch.sizes, at * 4);
      share.array.set(batch.shares, at);
      at += batch.count;
    }
    mesh.count = count;
    mesh.visible = count > 0;
    for (const attribute of [mesh.instanceMatrix, tint, size, share]) attribute.needsUpdate = true;
  }

  dispose(): void {
    if (!this.mesh) return;
    this.scene.remove(this.mesh);
    this.mesh.geometry.dispose();
    this.mesh.dispose();
    this.mesh = null;
  }
}

/** The same kinds of brick, one pile each. */
class Layer {
  readonly piles: Record<Kind, Pile>;

  constructor(material: ShaderMaterial, scene: Scene, quality: Quality, order: number) {
    const pile = (kind: Kind) => new Pile(kind, material, scene, quality);
    this.piles = { box: pile("box"), wedge: pile("wedge"), tube: pile("tube"), stud: pile("stud") };
    this.order = order;
  }

  private readonly order: number;

  fill(...batches: Batches[]): void {
    for (const kind of KINDS) {
      this.piles[kind].fill(batches.map((each) => each[kind]));
      const mesh = this.piles[kind].mesh;
      if (mesh) mesh.renderOrder = this.order;
    }
  }

  show(on: boolean): void {
    for (const kind of KINDS) {
      const mesh = this.piles[kind].mesh;
      if (mesh) mesh.visible = on && mesh.count > 0;
    }
  }

  dispose(): void {
    for (const kind of KINDS) this.piles[kind].dispose();
  }
}

/** Flat marks in one draw. */
class Sheet {
  private mesh: Mesh<BufferGeometry, ShaderMaterial> | null = null;

  constructor(
    private readonly material: ShaderMaterial,
    private readonly scene: Scene,
    private readonly order: number,
  ) {}

  fill(flats: readonly Flat[], studsPerUnit: number, relief: Relief | null): void {
    this.dispose();
    if (!flats.length) return;
    const { corners, indices } = flatMesh(flats, studsPerUnit, relief);
    const rows = new InterleavedBuffer(corners, CORNER);
    const geometry = new BufferGeometry();
    const part = (name: string, size: number, at: number) =>
      geometry.setAttribute(name, new InterleavedBufferAttribute(rows, size, at));
    part("position", 3, 0);
    part("offset", 2, 3);
    part("wide", 2, 5);
    part("paint", 4, 7);
    part("run", 4, 11);
    geometry.setIndex(new BufferAttribute(indices, 1));
    this.mesh = new Mesh(geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = this.order;
    this.scene.add(this.mesh);
  }

  show(on: boolean): void {
    if (this.mesh) this.mesh.visible = on;
  }

  dispose(): void {
    if (!this.mesh) return;
    this.scene.remove(this.mesh);
    this.mesh.geometry.dispose();
    this.mesh = null;
  }
}

function aimed(camera: Camera, view: Matrix4, projection: Matrix4): Camera {
  camera.matrixWorldAutoUpdate = false;
  camera.matrixAutoUpdate = false;
  camera.matrixWorldInverse.copy(view);
  camera.matrixWorld.copy(view).invert();
  camera.projectionMatrix.copy(projection);
  camera.projectionMatrixInverse.copy(projection).invert();
  return camera;
}

export class Stage implements Painter {
  readonly name = "webgl";
  readonly element: HTMLCanvasElement;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new Camera();
  private readonly sunCamera = new Camera();
  private readonly uniforms: Uniforms;
  private readonly materials: {
    solid: ShaderMaterial;
    clear: ShaderMaterial;
    under: ShaderMaterial;
    over: ShaderMaterial;
    depth: ShaderMaterial;
  };
  private readonly layers: { ground: Layer; solid: Layer; clear: Layer; alone: Layer };
  private readonly water: Water;
  private readonly sheets: { under: Sheet; over: Sheet };
  private readonly shadow: WebGLRenderTarget | null;
  private fixed = { solid: emptyBatches(), faded: emptyBatches() };
  private shadowStale = true;
  private held = 0;
  private sky = skyOf("");
  private standing: { scene: BoardScene; passings: Passings; faded: Batches; count: number } | null = null;

  constructor(
    private readonly quality: Quality,
    phone: boolean,
    pixels: number,
  ) {
    const high = quality === "high";
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("webgl2", { antialias: high, alpha: false, stencil: false });
    if (!context) throw new Error("no WebGL here");
    this.renderer = new WebGLRenderer({ canvas, context });
    this.renderer.setPixelRatio(high ? Math.min(2, globalThis.devicePixelRatio || 1) : pixels);
    // The shaders write printed colours themselves.
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.renderer.info.autoReset = false;
    this.element = this.renderer.domElement;
    this.shadow = high ? shadowTarget(phone ? 2048 : 4096) : null;
    // A picture may be taken before the first frame: without this the bricks would read a shadow map that is not there.
    if (this.shadow) this.renderer.initRenderTarget(this.shadow);
    this.uniforms = this.makeUniforms();
    this.materials = this.makeMaterials();
    const layer = (material: ShaderMaterial, order: number) => new Layer(material, this.scene, quality, order);
    const { solid, clear, under, over } = this.materials;
    this.layers = { ground: layer(solid, 0), solid: layer(solid, 1), clear: layer(clear, 4), alone: layer(solid, 1) };
    this.water = new Water(this.scene, this.uniforms, high);
    this.sheets = { under: new Sheet(under, this.scene, 2), over: new Sheet(over, this.scene, 3) };
    this.element.addEventListener("webglcontextrestored", this.restored);
  }

  private readonly restored = () => {
    if (this.shadow) this.renderer.initRenderTarget(this.shadow);
    this.shadowStale = true;
  };

  private makeUniforms(): Uniforms {
    return {
      sun: { value: SUN },
      eye: { value: new Vector3() },
      fogColour: { value: new Vector3(...linear(SKY)) },
      topdown: { value: 1 },
      fog: { value: 400 },
      pattern: { value: this.quality === "low" ? 1 : 0 },
      pxPerStud: { value: 10 },
      shadowMatrix: { value: new Matrix4() },
      shadowMap: { value: this.shadow?.depthTexture ?? null },
      texel: { value: this.shadow ? 1 / this.shadow.width : 0 },
    };
  }

  private makeMaterials() {
    const { uniforms } = this;
    const brick = { vertexShader: BRICK_VERTEX, fragmentShader: BRICK_FRAGMENT, uniforms, glslVersion: GLSL3 };
    const defines = this.shadow ? { SHADOWS: "" } : {};
    const flat = {
      vertexShader: FLAT_VERTEX,
      fragmentShader: FLAT_FRAGMENT,
      uniforms,
      glslVersion: GLSL3,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      // flat marks have no back that must be drawn first
      forceSinglePass: true,
    };
    const offset = { polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 4 };
    return {
      solid: new ShaderMaterial({ ...brick, defines, side: DoubleSide }),
      clear: new ShaderMaterial({ ...brick, defines, side: DoubleSide, transparent: true }),
      under: new ShaderMaterial(flat),
      over: new ShaderMaterial(flat),
      depth: new ShaderMaterial({
        vertexShader: DEPTH_VERTEX,
        fragmentShader: DEPTH_FRAGMENT,
        glslVersion: GLSL3,
        side: DoubleSide,
        ...offset,
      }),
    };
  }

  resize(width: number, height: number): void {
    this.renderer.setSize(width, height, true);
  }

  table(scene: BoardScene): void {
    this.layers.ground.fill(groundBatches(scene, this.quality === "high"));
    this.fixed = pieceBatches(scene);
    this.sky = skyOf(scene.sky, scene.night);
    (this.uniforms.fogColour as { value: Vector3 }).value.set(...linear(this.sky.colour));
    const wet = scene.ground === "sea" ? scene.studsPerUnit : 0;
    this.water.fill(scene.width * wet, scene.height * wet);
    this.standing = null;
    this.lightTable(scene.width * scene.studsPerUnit, scene.height * scene.studsPerUnit);
  }

  private lightTable(width: number, height: number): void {
    const at = new Vector3(width / 2, 0, -height / 2);
    const r = Math.hypot(width, height) / 2 + 6;
    const from = at.clone().addScaledVector(SUN, r * 2);
    const view = new Matrix4()
      .lookAt(from, at, new Vector3(0, 1, 0))
      .setPosition(from)
      .invert();
    const projection = new Matrix4().makeOrthographic(-r, r, r, -r, 1, r * 4);
    aimed(this.sunCamera, view, projection);
    (this.uniforms.shadowMatrix as { value: Matrix4 }).value.copy(projection).multiply(view);
    this.shadowStale = true;
  }

  /** While only a ghost moves, units and their shadows stay as they are. */
  pieces(scene: BoardScene, passings: Passings, ghosts: readonly Ghost[]): void {
    if (this.standing?.scene !== scene || this.standing.passings !== passings) {
      const { solid, faded } = unitBatches(scene, passings);
      this.standing = { scene, passings, faded, count: countOf(this.fixed.solid) + countOf(solid) };
      this.layers.solid.fill(this.fixed.solid, solid);
      this.shadowStale = true;
    }
    const copies = emptyBatches();
    for (const ghost of ghosts) {
      for (const { unit, place } of inFormation(scene, ghost.unit, ghost.place, ghost.apart))
        pushGhost(copies, scene, unit, { ...ghost, place });
    }
    const clear = [this.standing.faded, copies, this.fixed.faded];
    this.layers.clear.fill(...clear);
    this.held = clear.reduce((sum, each) => sum + countOf(each), this.standing.count);
  }

  flats(scene: BoardScene, under: readonly Flat[], over: readonly Flat[]): void {
    const relief = reliefOf(scene);
    this.sheets.under.fill(under, scene.studsPerUnit, relief);
    this.sheets.over.fill(over, scene.studsPerUnit, relief);
  }

  private castShadows(): void {
    if (!this.shadow || !this.shadowStale) return;
    this.only("solid");
    this.scene.overrideMaterial = this.materials.depth;
    this.renderer.setRenderTarget(this.shadow);
    this.renderer.render(this.scene, this.sunCamera);
    this.renderer.setRenderTarget(null);
    this.scene.overrideMaterial = null;
    this.shadowStale = false;
  }

  /** Shows one layer of bricks by itself, or all that belongs to the table. */
  private only(which: "all" | "solid" | "alone" | "bricks"): void {
    const table = which === "all" || which === "bricks";
    this.layers.ground.show(table);
    this.water.show(table);
    this.layers.solid.show(table || which === "solid");
    this.layers.clear.show(which === "all");
    this.layers.alone.show(which === "alone");
    this.sheets.under.show(which === "all");
    this.sheets.over.show(which === "all");
  }

  private look(lens: Lens, fog: number, pxPerStud: number): void {
    const set = (name: string, value: unknown) => {
      (this.uniforms[name] as { value: unknown }).value = value;
    };
    set("eye", lens.eye);
    set("topdown", lens.topdown);
    set("fog", fog);
    set("pxPerStud", pxPerStud);
    aimed(this.camera, lens.view, lens.projection);
  }

  draw(look: Look, lens: Lens): Drawn {
    this.renderer.info.reset();
    this.castShadows();
    const distance = lens.eye.y / Math.max(0.2, Math.sin((look.tilt * Math.PI) / 180));
    this.look(lens, Math.max(60, distance * 1.25) * this.sky.clear, look.scale);
    this.only("all");
    const studs = this.quality === "high" && look.scale >= FAR;
    const ground = this.layers.ground.piles.stud.mesh;
    if (ground) ground.visible = studs;
    (this.uniforms.pattern as { value: number }).value = studs ? 0 : 1;
    this.materials.over.depthTest = look.scene > 0.02;
    this.renderer.setClearColor(new Color().setStyle(this.sky.colour, LinearSRGBColorSpace), 1);
    this.renderer.render(this.scene, this.camera);
    const { calls, triangles } = this.renderer.info.render;
    return { drawCalls: calls, triangles, instances: this.held };
  }

  /** Drawn at twice the size and made smaller by the browser: small pictures need smooth edges. */
  shoot(content: Batches, lens: Lens, size: { width: number; height: number }, air: Air): HTMLCanvasElement {
    const [w, h] = [Math.round(size.width) * 2, Math.round(size.height) * 2];
    const target = new WebGLRenderTarget(w, h);
    if (air.ground) {
      this.layers.solid.fill(this.fixed.solid, this.fixed.faded, content);
      this.standing = null;
      this.shadowStale = true;
      this.castShadows();
    } else this.layers.alone.fill(content);
    this.only(air.ground ? "bricks" : "alone");
    const pattern = this.uniforms.pattern as { value: number };
    const matrix = this.uniforms.shadowMatrix as { value: Matrix4 };
    const kept = { pattern: pattern.value, matrix: matrix.value };
    pattern.value = this.quality === "low" ? 1 : 0;
    // A model by itself stands beside the table's shadows.
    if (!air.ground) matrix.value = new Matrix4().makeTranslation(9, 0, 0);
    this.look(lens, air.fog, h / 8);
    this.renderer.setClearColor(air.sky ? new Color().setStyle(air.sky, LinearSRGBColorSpace) : 0, air.sky ? 1 : 0);
    this.renderer.setRenderTarget(target);
    this.renderer.render(this.scene, this.camera);
    const pixels = new Uint8ClampedArray(w * h * 4);
    this.renderer.readRenderTargetPixels(target, 0, 0, w, h, pixels);
    this.renderer.setRenderTarget(null);
    target.dispose();
    pattern.value = kept.pattern;
    matrix.value = kept.matrix;
    return canvasOf(pixels, w, h);
  }

  dispose(): void {
    this.element.removeEventListener("webglcontextrestored", this.restored);
    for (const layer of Object.values(this.layers)) layer.dispose();
    for (const sheet of Object.values(this.sheets)) sheet.dispose();
    this.water.dispose();
    for (const material of Object.values<Material>(this.materials)) material.dispose();
    this.shadow?.dispose();
    this.renderer.dispose();
    this.element.remove();
  }
}

function shadowTarget(size: number): WebGLRenderTarget {
  const target = new WebGLRenderTarget(size, size, { format: RedFormat, generateMipmaps: false });
  const depth = new DepthTexture(size, size, UnsignedIntType);
  depth.compareFunction = LessEqualCompare;
  depth.minFilter = LinearFilter;
  depth.magFilter = LinearFilter;
  target.depthTexture = depth;
  return target;
}

/** Rows come from the card bottom first. */
function canvasOf(pixels: Uint8ClampedArray, w: number, h: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = w;
  canvas.height = h;
  const image = new ImageData(w, h);
  for (let y = 0; y < h; y++) image.data.set(pixels.subarray((h - 1 - y) * w * 4, (h - y) * w * 4), y * w * 4);
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  return canvas;
}
