/** The sea: one plane with a still surface. Its shader draws swell, crests and glints; nothing moves by itself. */
import { GLSL3, Mesh, PlaneGeometry, type Scene, ShaderMaterial } from "three";
import { SHADOWED } from "../shaders";

const WATER_VERTEX = /* glsl */ `
uniform mat4 shadowMatrix; out vec3 vW; out vec4 vShadow;
void main() {
  vec4 w = modelMatrix * vec4(position, 1.0);
  vW = w.xyz; vShadow = shadowMatrix * w;
  gl_Position = projectionMatrix * viewMatrix * w;
}`;

const WATER_FRAGMENT = /* glsl */ `
precision highp float; precision highp sampler2DShadow;
in vec3 vW; in vec4 vShadow; out vec4 colour;
uniform vec3 sun, eye, fogColour; uniform float topdown, fog;
${SHADOWED}
float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p), u = f * f * (3.0 - 2.0 * f);
  return mix(mix(hash(i), hash(i + vec2(1, 0)), u.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), u.x), u.y);
}
/** Slope of the surface: three sets of low waves that cross each other. */
vec2 slope(vec2 p) {
  float bend = noise(p * 0.09) * 5.0;
  vec2 s = vec2(0);
  s += vec2(0.86, 0.51) * cos(dot(p, vec2(0.86, 0.51)) * 0.9 + bend);
  s += vec2(0.94, -0.34) * 0.7 * cos(dot(p, vec2(0.94, -0.34)) * 1.7 - bend * 1.3);
  s += vec2(0.20, 0.98) * 0.5 * cos(dot(p, vec2(0.20, 0.98)) * 2.9 + bend * 2.0);
  return s;
}
void main() {
  vec2 p = vW.xz;
  float pixel = max(fwidth(p.x), fwidth(p.y)), near = 1.0 - smoothstep(0.12, 0.6, pixel);
  float swell = noise(p * 0.035) * 0.6 + noise(p * 0.10 + 9.0) * 0.4;
  vec3 N = normalize(vec3(slope(p) * 0.055 * mix(0.25, 1.0, near), 1.0).xzy);
  vec3 V = normalize(mix(eye - vW, vec3(0, length(eye - vW), 0), topdown)), H = normalize(sun + V);
  vec3 base = mix(vec3(0.040, 0.190, 0.310), vec3(0.075, 0.290, 0.410), swell);
  float bend = noise(p * 0.16) * 6.0;
  float crest = smoothstep(0.90, 0.99, sin(dot(p, vec2(0.50, 0.87)) * 0.75 + bend)) * smoothstep(0.52, 0.72, noise(p * 0.23 + 3.0));
  base = mix(base, vec3(0.33, 0.58, 0.68), crest * mix(0.10, 0.34, near));
  vec2 seam = abs(fract(p / 8.0 + 0.5) - 0.5) * 8.0;
  base *= 1.0 - 0.07 * (1.0 - smoothstep(0.03, 0.10 + pixel, min(seam.x, seam.y)));
  float sd = lit();
  vec3 c = base * (vec3(0.52, 0.57, 0.62) + vec3(1.10, 1.04, 0.94) * max(dot(N, sun), 0.0) * mix(0.42, 1.0, sd) * 0.72);
  c += vec3(0.85, 0.90, 0.92) * pow(max(dot(N, H), 0.0), 160.0) * sd * mix(0.5, 0.10, topdown) * near;
  c = mix(c, vec3(0.42, 0.58, 0.66), pow(1.0 - max(dot(N, V), 0.0), 4.0) * 0.62 * (1.0 - topdown));
  c = mix(c, fogColour, clamp((length(eye - vW) - fog) / (fog * 1.6), 0.0, 0.72) * (1.0 - topdown));
  c = c / (1.0 + c * 0.10);
  colour = vec4(mix(c * 12.92, 1.055 * pow(max(c, vec3(0)), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c)), 1.0);
}`;

type Uniforms = Record<string, { value: unknown }>;

/** The water of a table, as large as it. */
export class Water {
  private readonly material: ShaderMaterial;
  private mesh: Mesh<PlaneGeometry, ShaderMaterial> | null = null;

  constructor(
    private readonly scene: Scene,
    uniforms: Uniforms,
    shadows: boolean,
  ) {
    const look = { vertexShader: WATER_VERTEX, fragmentShader: WATER_FRAGMENT, glslVersion: GLSL3, uniforms };
    this.material = new ShaderMaterial({ ...look, defines: shadows ? { SHADOWS: "" } : {} });
  }

  /** Fills the table with water, in studs; no width takes it away. */
  fill(width: number, height: number): void {
    this.clear();
    if (!width) return;
    const plane = new PlaneGeometry(width, height).rotateX(-Math.PI / 2).translate(width / 2, 0, -height / 2);
    this.mesh = new Mesh(plane, this.material);
    this.mesh.frustumCulled = false;
    this.scene.add(this.mesh);
  }

  show(on: boolean): void {
    if (this.mesh) this.mesh.visible = on;
  }

  private clear(): void {
    if (!this.mesh) return;
    this.scene.remove(this.mesh);
    this.mesh.geometry.dispose();
    this.mesh = null;
  }

  dispose(): void {
    this.clear();
    this.material.dispose();
  }
}
