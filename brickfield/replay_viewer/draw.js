"use strict";
// Drawing only: bricks, units, terrain and dice as SVG shapes. Knows nothing of beats and of the log.

const STORY = JSON.parse(document.getElementById("story").textContent);
// The name space of SVG is taken from an element, so that no address of any kind stands in this file.
const SVG = document.getElementById("plan").namespaceURI;
const [TABLE_X, TABLE_Y] = STORY.table;
const SCALE = 960 / TABLE_X;
const STUD = SCALE * ({ inch: 0.315, stud: 1, brick: 1 }[STORY.ruler] || 0.315);
const INK = "#16222b";
const SIDE = ["#0a5ca8", "#b8430a", "#0f3d14", "#8f5f78"];
const DASH = ["", "5 3", "1.5 2.5", "8 2 2 2"];
const BODY = [
  { hull: "#66753f", light: "#7f8f52", dark: "#4c5830", trim: "#3f4a29" },
  { hull: "#cda85c", light: "#e0c07a", dark: "#a98743", trim: "#8a6d35" },
  { hull: "#7b8790", light: "#97a3ab", dark: "#5c6770", trim: "#49535b" },
  { hull: "#9a6f52", light: "#b48a6c", dark: "#75523b", trim: "#5d402d" },
];

function draw(name, attributes, parent) {
  const node = document.createElementNS(SVG, name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  if (parent) parent.appendChild(node);
  return node;
}

function make(name, text, kind) {
  const node = document.createElement(name);
  if (text !== undefined) node.textContent = text;
  if (kind) node.className = kind;
  return node;
}

const toX = (x) => x * SCALE;
const toY = (y) => (TABLE_Y - y) * SCALE;

// A number between 0 and 1 that is always the same for the same text: trees and roofs do not change between visits.
function chance(text, salt) {
  let hash = 2166136261 ^ Math.imul(salt + 1, 40503);
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822519);
  hash = Math.imul(hash ^ (hash >>> 13), 3266489917);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296;
}

function box(parent, x, y, w, h, fill, more) {
  return draw("rect", { x, y, width: w, height: h, fill, stroke: "#1b2410", "stroke-opacity": 0.55, "stroke-width": 0.5, ...more }, parent);
}

function stud(parent, x, y, fill, size = STUD) {
  draw("circle", { cx: x + size * 0.05, cy: y + size * 0.07, r: size * 0.31, fill: "#000", "fill-opacity": 0.28 }, parent);
  draw("circle", { cx: x, cy: y, r: size * 0.3, fill, stroke: "#fff", "stroke-opacity": 0.28, "stroke-width": size * 0.07 }, parent);
}

function studs(parent, x0, y0, across, down, fill, size = STUD) {
  for (let i = 0; i < across; i++)
    for (let j = 0; j < down; j++) stud(parent, x0 + (i + 0.5) * size, y0 + (j + 0.5) * size, fill, size);
}

// --- sides -----------------------------------------------------------------------------------------------------------

function sideShape(parent, seat, x, y, r, fill) {
  const look = { fill: fill || SIDE[seat % 4], stroke: "#fff", "stroke-width": r * 0.22, "stroke-linejoin": "round" };
  const s = r * 1.22;
  if (seat % 4 === 0) return draw("circle", { cx: x, cy: y, r, ...look }, parent);
  const d = [
    "",
    `M${x} ${y - s * 1.1}L${x + s * 1.1} ${y}L${x} ${y + s * 1.1}L${x - s * 1.1} ${y}Z`,
    `M${x} ${y - s * 1.1}L${x + s * 1.1} ${y + s * 0.8}L${x - s * 1.1} ${y + s * 0.8}Z`,
    `M${x - r} ${y - r}H${x + r}V${y + r}H${x - r}Z`,
  ][seat % 4];
  return draw("path", { d, ...look }, parent);
}

function sideIcon(seat) {
  const icon = draw("svg", { viewBox: "-12 -12 24 24", "aria-hidden": "true" });
  sideShape(icon, seat, 0, 0, 8.2);
  if (seat % 4 === 1) draw("path", { d: "M-4 1L1 -4M-1 4L4 -1", stroke: "#fff", "stroke-width": 1.8 }, icon);
  return icon;
}

// --- units -----------------------------------------------------------------------------------------------------------

function tracks(g, L, W, fill) {
  const w = W * 0.24;
  for (const y of [-W / 2, W / 2 - w]) {
    box(g, -L / 2, y, L, w, fill, { rx: w * 0.3 });
    for (let x = -L / 2 + L / 14; x < L / 2 - 1; x += L / 14)
      draw("path", { d: `M${x} ${y + 0.4}v${w - 0.8}`, stroke: "#fff", "stroke-opacity": 0.16, "stroke-width": 0.7 }, g);
  }
}

function barrel(g, from, to, trim) {
  box(g, from, -STUD * 0.17, to - from, STUD * 0.34, trim);
  box(g, to - STUD * 0.45, -STUD * 0.24, STUD * 0.5, STUD * 0.48, "#2b2f26");
}

function hull(g, card, look) {
  const L = card.length * SCALE, W = card.width * SCALE;
  tracks(g, L, W, "#33362f");
  box(g, -L / 2 + 1, -W * 0.34, L - 2, W * 0.68, look.hull);
  box(g, L / 2 - L * 0.17, -W * 0.34, L * 0.15, W * 0.68, look.light);
  const deck = L * 0.26;
  studs(g, -L / 2 + L * 0.05, -STUD, Math.max(1, Math.floor(deck / STUD)), 2, look.hull);
}

function gun(g, card, look) {
  const L = card.length * SCALE, W = card.width * SCALE;
  if (card.mount === "none") {
    box(g, -L * 0.1, -W * 0.28, L * 0.22, W * 0.56, "#9fc4d6");
    return;
  }
  if (card.mount === "fixed") {
    barrel(g, L * 0.3, L * 0.66, look.trim);
    box(g, -L * 0.18, -W * 0.38, L * 0.46, W * 0.76, look.light);
    box(g, L * 0.2, -W * 0.18, L * 0.12, W * 0.36, look.trim);
    studs(g, -L * 0.18 + 1, -STUD, Math.max(1, Math.floor((L * 0.36) / STUD)), 2, look.light);
    return;
  }
  barrel(g, L * 0.1, L * 0.62, look.trim);
  box(g, -L * 0.22, -W * 0.34, L * 0.38, W * 0.68, look.light, { rx: 1.6 });
  box(g, L * 0.13, -W * 0.24, L * 0.08, W * 0.48, look.trim);
  studs(g, -L * 0.22 + 0.8, -STUD, 2, 2, look.light);
  draw("circle", { cx: -L * 0.06, cy: -STUD * 0.5, r: STUD * 0.42, fill: look.trim, stroke: INK, "stroke-width": 0.5 }, g);
}

function wreckOf(g, card) {
  const L = card.length * SCALE, W = card.width * SCALE;
  draw("ellipse", { cx: 0, cy: 0, rx: L * 0.62, ry: W * 0.8, fill: "#20241d", "fill-opacity": 0.22 }, g);
  const tipped = draw("g", { transform: "rotate(9)" }, g);
  box(tipped, -L * 0.2, -W * 0.62, L * 0.4, W * 0.4, "#6f7376", { rx: 1 });
  box(tipped, L * 0.18, -W * 0.5, L * 0.4, STUD * 0.36, "#515558");
  box(tipped, -L / 2, -W * 0.3, L, W * 0.42, "#7d8184");
  box(tipped, -L / 2, W * 0.04, L, W * 0.42, "#45494b", { rx: W * 0.2 });
  for (let i = 0; i < 5; i++)
    draw("circle", { cx: -L / 2 + (L * (i + 0.5)) / 5, cy: W * 0.25, r: W * 0.15, fill: "#63676a", stroke: "#2b2f31", "stroke-width": 0.7 }, tipped);
  box(g, -L / 2, -W / 2, L, W, "none", { stroke: INK, "stroke-opacity": 0.4, "stroke-dasharray": "2 2.4" });
}

// A unit has parts that turn on their own: the model, its turret, and the mark of its side, which stays upright.
function unitFigure(id, card, layers) {
  const L = card.length * SCALE, W = card.width * SCALE, seat = card.seat, look = BODY[seat % 4];
  const root = draw("g", { class: "spot pale" }, layers.units);
  const shade = draw("g", { class: "spin" }, draw("g", { transform: "translate(2.2 2.8)" }, root));
  box(shade, -L / 2, -W / 2, L, W, "#101a08", { "fill-opacity": 0.3, stroke: "none", rx: 1.5 });
  const turn = draw("g", { class: "spin" }, root);
  const rim = { fill: "none", rx: 2.5, x: -L / 2 - 1.6, y: -W / 2 - 1.6, width: L + 3.2, height: W + 3.2 };
  const live = draw("g", {}, turn);
  draw("rect", { ...rim, stroke: "#fff", "stroke-width": 3.4 }, live);
  draw("rect", { ...rim, stroke: SIDE[seat % 4], "stroke-width": 1.9, "stroke-dasharray": DASH[seat % 4] }, live);
  hull(live, card, look);
  const wreck = draw("g", {}, turn);
  wreckOf(wreck, card);
  const turret = draw("g", { class: "spin" }, root);
  gun(turret, card, look);
  const badge = draw("g", { class: "spot pale" }, layers.badges);
  const inner = draw("g", { class: "badge" }, badge);
  const mark = sideShape(inner, seat, 0, 0, 7);
  const text = draw("text", { "text-anchor": "middle", y: 3.4, "font-size": 9.5, "font-weight": 800, fill: "#fff" }, inner);
  text.textContent = id.replace(/^[A-Z]+/, "") || id;
  const title = draw("title", {}, root);
  title.textContent = `${card.name} ${id}${card.numbers ? "  " + card.numbers : ""}`;
  return { root, shade, turn, live, wreck, turret, badge, mark, title, seat, card, angle: 0, aim: 0 };
}

// --- terrain ---------------------------------------------------------------------------------------------------------

const ROOFS = [["#b8402c", "#9c3324", "#cf5a41"], ["#53636f", "#43525d", "#6b7c88"], ["#8a5a3b", "#744a30", "#a4714d"], ["#a8392f", "#8b2d25", "#c25246"]];

function roof(g, L, W, id) {
  const [a, b, ridge] = ROOFS[Math.floor(chance(id, 7) * ROOFS.length)];
  box(g, -L / 2, -W / 2, L, W, "#e6e0d2");
  const rows = 4, step = (W / 2 - 1) / rows, tiles = Math.max(2, Math.round(L / (STUD * 2)));
  for (const half of [-1, 1])
    for (let r = 0; r < rows; r++)
      for (let t = 0; t < tiles; t++) {
        const y = half < 0 ? -W / 2 + 1 + r * step : W / 2 - 1 - (r + 1) * step;
        const fill = half < 0 ? (t + r) % 3 === 0 ? ridge : a : (t + r) % 3 === 0 ? a : b;
        box(g, -L / 2 + 1 + (t * (L - 2)) / tiles, y, (L - 2) / tiles, step, fill);
      }
  box(g, -L / 2, -STUD / 2, L, STUD, ridge);
  studs(g, -L / 2, -STUD / 2, Math.floor(L / STUD), 1, ridge);
  box(g, -L * 0.32, W * 0.16, STUD * 1.5, STUD * 1.5, "#8d9296");
  stud(g, -L * 0.32 + STUD * 0.75, W * 0.16 + STUD * 0.75, "#a5aaae");
}

function hedge(g, L, W, id) {
  box(g, -L / 2, -W / 2, L, W, "#6d4f30");
  const count = Math.max(1, Math.round(L / (STUD * 0.9)));
  for (let i = 0; i < count; i++) {
    const x = -L / 2 + ((i + 0.5) * L) / count, r = W * (0.52 + 0.22 * chance(id, i));
    draw("circle", { cx: x, cy: (chance(id, i + 40) - 0.5) * W * 0.4, r, fill: ["#3f7a2e", "#4f8f38", "#2f6424"][i % 3], stroke: "#1d3f14", "stroke-width": 0.5 }, g);
    draw("circle", { cx: x - r * 0.25, cy: -r * 0.25, r: r * 0.34, fill: "#79b45a" }, g);
  }
}

function lowWall(g, L, W, id, shades = ["#a9b0b4", "#949ba0", "#bcc2c5"]) {
  const count = Math.max(1, Math.round(L / (STUD * 2)));
  for (let i = 0; i < count; i++) box(g, -L / 2 + (i * L) / count, -W / 2, L / count, W, shades[(i + Math.floor(chance(id, 3) * 3)) % 3]);
  for (let i = 0; i < count; i++) box(g, -L / 2 + (i * L) / count + 1, -W * 0.22, L / count - 2, W * 0.44, "#d3d8da", { stroke: "none", "fill-opacity": 0.7 });
}

function wall(g, L, W, id) {
  lowWall(g, L, W, id, ["#8b8378", "#7b7469", "#9a9287"]);
  studs(g, -L / 2, -STUD / 2, Math.round(L / STUD), 1, "#a49c90");
}

function tree(g, x, y, size, turn, shades) {
  const crown = draw("g", { transform: `translate(${x} ${y}) rotate(${turn})` }, g);
  draw("circle", { cx: 2.4, cy: 3, r: size * 0.66, fill: "#0f1c08", "fill-opacity": 0.28 }, crown);
  [[1, 0], [0.78, 28], [0.52, 58]].forEach(([share, more], i) => {
    const s = size * share, plate = draw("g", { transform: `rotate(${more})` }, crown);
    box(plate, -s / 2, -s / 2, s, s, shades[i], { rx: 1 });
    for (const [a, b] of [[-0.3, -0.3], [0.3, -0.3], [-0.3, 0.3], [0.3, 0.3]]) stud(plate, a * s, b * s, shades[i], STUD * 0.85);
  });
}

function trees(g, L, W, id, shades = ["#4d7f33", "#5f9440", "#79ad52"], ground = "#8a9b52") {
  box(g, -L / 2, -W / 2, L, W, ground, { "fill-opacity": 0.55, stroke: "none" });
  const across = Math.max(1, Math.round(L / (STUD * 3.6))), down = Math.max(1, Math.round(W / (STUD * 3.6)));
  for (let i = 0; i < across; i++)
    for (let j = 0; j < down; j++) {
      const k = i * 7 + j, x = ((i + 0.5) / across - 0.5) * L + (chance(id, k) - 0.5) * 4, y = ((j + 0.5) / down - 0.5) * W + (chance(id, k + 90) - 0.5) * 4;
      tree(g, x, y, STUD * (2.5 + chance(id, k + 9)), chance(id, k + 50) * 90, shades);
    }
}

function flatRoof(g, L, W, id, fill, edge) {
  box(g, -L / 2, -W / 2, L, W, edge);
  box(g, -L / 2 + 2.5, -W / 2 + 2.5, L - 5, W - 5, fill);
  const across = Math.floor((L - 6) / STUD), down = Math.floor((W - 6) / STUD);
  studs(g, (-across * STUD) / 2, (-down * STUD) / 2, across, down, fill);
}

function bridge(g, L, W) {
  const planks = Math.max(2, Math.round(L / STUD));
  for (let i = 0; i < planks; i++) box(g, -L / 2 + (i * L) / planks, -W / 2, L / planks, W, i % 2 ? "#a98a60" : "#b99a6e");
  for (const y of [-W / 2, W / 2 - STUD * 0.6]) box(g, -L / 2, y, L, STUD * 0.6, "#7c6240");
}

function emplacement(g, L, W, id) {
  for (let i = 0; i < 6; i++) for (let j = 0; j < 2; j++)
    box(g, -L / 2 + ((i + (j ? 0.25 : 0)) * L) / 6.4, -W / 2 + (j * W) / 2, L / 6.6, W / 2.1, chance(id, i + j * 9) > 0.5 ? "#b9a77c" : "#a8966b", { rx: 2 });
}

function traps(g, L, W) {
  for (let i = 0; i < 3; i++) {
    const x = -L / 2 + ((i + 0.5) * L) / 3, s = Math.min(L / 7, W / 2.2);
    for (const d of [`M${x - s} ${-s}L${x + s} ${s}`, `M${x - s} ${s}L${x + s} ${-s}`, `M${x - s * 1.2} 0H${x + s * 1.2}`])
      for (const [stroke, width] of [["#2c3033", 3.4], ["#6d7377", 2]]) draw("path", { d, stroke, "stroke-width": width, "stroke-linecap": "square" }, g);
  }
}

function wire(g, L, W) {
  for (const x of [-L / 2, 0, L / 2]) box(g, x - 1, -W / 2, 2, W, "#6d5436");
  for (let x = -L / 2; x < L / 2; x += 5) draw("ellipse", { cx: x + 2.5, cy: 0, rx: 3.4, ry: W * 0.4, fill: "none", stroke: "#4a5054", "stroke-width": 0.9 }, g);
}

const TERRAIN = {
  House: roof,
  Building: (g, L, W, id) => flatRoof(g, L, W, id, "#9aa3a9", "#cfd4d6"),
  Base: (g, L, W, id) => flatRoof(g, L, W, id, "#a79b82", "#d8cfb8"),
  "Artillery Bunker": (g, L, W, id) => flatRoof(g, L, W, id, "#84898c", "#6b7073"),
  "Spotting Bunker": (g, L, W, id) => flatRoof(g, L, W, id, "#949a94", "#737a73"),
  Hedgerow: hedge,
  "Light Tree Cover": trees,
  Forest: (g, L, W, id) => trees(g, L, W, id, ["#2f5a26", "#3b6c2e", "#4c8039"], "#5d6f38"),
  Bridges: bridge,
  Emplacement: emplacement,
  "Low Wall": lowWall,
  Wall: wall,
  "Tank Trap": traps,
  "Wire Obstacle": wire,
};
const FLAT = new Set(["Light Tree Cover", "Forest", "Bridges", "Wire Obstacle"]);

function tokenFigure(id, token, layers) {
  const L = token.length * SCALE, W = token.width * SCALE;
  const root = draw("g", { class: "pale", transform: `translate(${toX(token.x)} ${toY(token.y)})` }, layers.tokens);
  const tall = ["House", "Building", "Base", "Wall"].includes(token.kind) ? 5 : 2.5;
  if (!FLAT.has(token.kind)) {
    const shade = draw("g", { transform: `translate(${tall * 0.8} ${tall}) rotate(${-token.heading})` }, root);
    box(shade, -L / 2, -W / 2, L, W, "#101a08", { "fill-opacity": 0.3, stroke: "none", rx: 1 });
  }
  const turned = draw("g", { transform: `rotate(${-token.heading})` }, root);
  const painter = TERRAIN[token.kind] || ((g, l, w, name) => flatRoof(g, l, w, name, "#b3aa98", "#8f8777"));
  painter(turned, L, W, id);
  const marks = draw("g", {}, root);
  const title = draw("title", {}, root);
  return { root, marks, title, token };
}

// Hit markers still on a piece: red cones in a row, as they would stand on it.
function showMarkers(figure, id, count) {
  figure.marks.replaceChildren();
  for (let i = 0; i < count; i++) {
    const x = (i - (count - 1) / 2) * STUD * 0.8;
    draw("circle", { cx: x, cy: 0, r: STUD * 0.3, fill: "#c3261c", stroke: "#fff", "stroke-width": 0.7 }, figure.marks);
  }
  figure.title.textContent = `${figure.token.kind} ${id}` + (count ? `, hit markers: ${count}` : "");
}

// --- the table and the dice ------------------------------------------------------------------------------------------

function tableTop(svg) {
  const w = TABLE_X * SCALE, h = TABLE_Y * SCALE, defs = draw("defs", {}, svg);
  const felt = draw("pattern", { id: "felt", width: STUD, height: STUD, patternUnits: "userSpaceOnUse" }, defs);
  draw("rect", { width: STUD, height: STUD, fill: "#8fae66" }, felt);
  draw("circle", { cx: STUD * 0.53, cy: STUD * 0.56, r: STUD * 0.31, fill: "#6d8b49", "fill-opacity": 0.55 }, felt);
  draw("circle", { cx: STUD * 0.5, cy: STUD * 0.5, r: STUD * 0.29, fill: "#98b670" }, felt);
  draw("rect", { x: -9, y: -9, width: w + 18, height: h + 18, rx: 7, fill: "#5b4630", stroke: INK, "stroke-width": 1.6 }, svg);
  draw("rect", { x: -3, y: -3, width: w + 6, height: h + 6, rx: 2, fill: "#45331f" }, svg);
  draw("rect", { width: w, height: h, fill: "url(#felt)" }, svg);
  const plate = STUD * 16;
  for (let x = 0, i = 0; x < w; x += plate, i++)
    for (let y = 0, j = 0; y < h; y += plate, j++) {
      const tone = ["#3f5f22", "#d6e08a", "#2c5a3a"][(i * 2 + j * 5 + ((i * j) % 2)) % 3];
      draw("rect", { x, y, width: Math.min(plate, w - x), height: Math.min(plate, h - y), fill: tone, "fill-opacity": 0.1, stroke: "#33491c", "stroke-opacity": 0.35, "stroke-width": 0.5 }, svg);
    }
}

const PIPS = { 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]], 5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]] };

function dieFace(face, seat) {
  const die = draw("svg", { viewBox: "-22 -22 44 44", role: "img", "aria-label": String(face) });
  draw("rect", { x: -19, y: -19, width: 38, height: 38, rx: 7, fill: "#fff", stroke: seat < 0 ? INK : SIDE[seat % 4], "stroke-width": 2.6 }, die);
  if (PIPS[face]) for (const [x, y] of PIPS[face]) draw("circle", { cx: x * 10, cy: y * 10, r: 3.9, fill: INK }, die);
  else draw("text", { "text-anchor": "middle", y: 8, "font-size": 22, "font-weight": 800, fill: INK }, die).textContent = face;
  return die;
}
