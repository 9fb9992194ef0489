/** The look of plastic and print, in GLSL: hairline edges, stud crescents, soft shadow, lines of fixed width. */

/** How much sun reaches a point: needs vShadow, and a shadow map where there is one. */
export const SHADOWED = /* glsl */ `
#ifdef SHADOWS
uniform sampler2DShadow shadowMap; uniform float texel;
float lit() {
  vec3 q = vShadow.xyz / vShadow.w * 0.5 + 0.5;
  if (q.x < 0.0 || q.x > 1.0 || q.y < 0.0 || q.y > 1.0 || q.z > 1.0) return 1.0;
  float s = 0.0;
  for (int i = -2; i <= 2; i++) for (int j = -2; j <= 2; j++) s += texture(shadowMap, vec3(q.xy + vec2(i, j) * texel * 1.25, q.z - 0.0012));
  return s / 25.0;
}
#else
float lit() { return 1.0; }
#endif`;

/** Slopes and cones: the high end of a wedge stays, its low end comes down; a tube grows narrow to its top. */
const SHARED = /* glsl */ `
in float share;
vec3 shared(vec3 p, float skin) {
  if (skin == 1.0 && p.x > 0.0 && p.y > 0.0) p.y = share - 0.5;
  if (skin == 2.0 && p.y > 0.0) p.xz *= share;
  return p;
}`;

export const BRICK_VERTEX = /* glsl */ `
in vec4 tint; in vec4 size;
uniform mat4 shadowMatrix;
out vec3 vN, vW, vL, vFace; out vec4 vTint, vSize, vShadow;
${SHARED}
void main() {
  mat4 m = instanceMatrix;
  vec3 at = shared(position, size.w);
  vec3 n = normal;
  vFace = normal;
  // a leaning face has edges at both its ends, however steep it is
  if (size.w == 1.0 && n.y > 0.5) { n = normalize(vec3(1.0 - share, 1.0, 0.0)); vFace = vec3(0.6, 0.8, 0.0); }
  if (size.w == 2.0 && abs(n.y) < 0.5) n.y = (1.0 - share) * 0.5;
  vec4 w = m * vec4(at, 1.0);
  vW = w.xyz;
  vN = mat3(m) * (n / vec3(dot(m[0].xyz, m[0].xyz), dot(m[1].xyz, m[1].xyz), dot(m[2].xyz, m[2].xyz)));
  vL = (at + 0.5) * size.xyz; vTint = tint; vSize = size;
  vShadow = shadowMatrix * w;
  gl_Position = projectionMatrix * viewMatrix * w;
}`;

export const BRICK_FRAGMENT = /* glsl */ `
precision highp float; precision highp sampler2DShadow;
in vec3 vN, vW, vL, vFace; in vec4 vTint, vSize, vShadow; out vec4 colour;
uniform vec3 sun, eye, fogColour; uniform float topdown, fog, pattern, pxPerStud;
${SHADOWED}
float crescent(vec2 r) {
  float d = length(r);
  float ring = mix(1.0, 0.70, smoothstep(0.66, 0.98, d));
  return ring * (1.0 + 0.30 * dot(r, normalize(sun.xz)) * smoothstep(0.3, 1.0, d) * (0.4 + topdown)) + 0.10 * topdown;
}
float hairline(vec3 s, vec3 a) {
  float e = 9.0;
  if (vSize.w < 1.5 || vSize.w > 3.5) {
    vec3 d = min(vL, s - vL);
    // A leaning face counts as a top: its own height is no edge.
    if (a.x < 0.7) e = min(e, d.x); if (a.y < 0.7) e = min(e, d.y); if (a.z < 0.7) e = min(e, d.z);
  } else {
    vec2 r = vL.xz - s.xz * 0.5;
    e = a.y > 0.5 ? s.x * 0.5 - length(r) : min(vL.y, s.y - vL.y) + 0.02;
  }
  float soft = fwidth(e), wide = max(0.075, soft * 1.1), fade = clamp(0.30 / max(soft, 1e-4), 0.15, 1.0);
  float edge = mix(1.0 - 0.32 * fade, 1.0, smoothstep(0.0, wide, e));
  return edge + 0.10 * smoothstep(0.14, 0.09, e) * smoothstep(0.06, 0.09, e);
}
float studded(vec3 N) {
  if (pattern < 0.5 || N.y < 0.7) return 1.0;
  vec2 c = (fract(vL.xz) - 0.5) / 0.3; float d = length(c), soft = fwidth(vL.x) * 3.4;
  float on = 1.0 - smoothstep(1.0 - soft, 1.0 + soft, d);
  vec2 low = c - normalize(sun.xz) * -0.55;
  float dark = (1.0 - smoothstep(1.0 - soft, 1.05 + soft, length(low))) * (1.0 - on);
  float look = mix(1.0 - mix(0.36, 0.22, topdown) * dark, crescent(c) + 0.05 * (1.0 - topdown), on);
  return mix(look, 0.985, smoothstep(0.35, 0.9, soft));
}
void main() {
  vec3 N = normalize(vN);
  vec3 V = normalize(mix(eye - vW, vec3(0, length(eye - vW), 0), topdown));
  if (dot(N, V) < 0.0) N = -N;
  vec3 a = abs(vFace);
  float edge = hairline(vSize.xyz, a);
  if (vSize.w == 3.0 && a.y > 0.5) edge = crescent((vL.xz / vSize.xz - 0.5) * 2.0);
  if (vSize.w == 4.0) edge *= studded(N);
  float nl = max(dot(N, sun), 0.0), sd = lit();
  vec3 amb = mix(vec3(0.30, 0.29, 0.27), vec3(0.50, 0.56, 0.64), N.y * 0.5 + 0.5);
  float ao = mix(0.62, 1.0, smoothstep(-0.1, 1.6, vW.y)); if (N.y > 0.7) ao = mix(ao, 1.0, 0.75);
  vec3 c = vTint.rgb * (amb * ao * 0.92 + vec3(1.24, 1.17, 1.04) * nl * sd) * edge;
  vec3 H = normalize(sun + V);
  c += vec3(0.24) * pow(max(dot(N, H), 0.0), 70.0) * sd;
  c += vec3(0.10, 0.12, 0.14) * pow(1.0 - max(dot(N, V), 0.0), 4.0);
  c = mix(c, fogColour, clamp((length(eye - vW) - fog) / (fog * 1.6), 0.0, 0.72) * (1.0 - topdown));
  c = c / (1.0 + c * 0.10);
  c = mix(c * 12.92, 1.055 * pow(max(c, vec3(0)), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
  colour = vec4(c, vTint.a);
}`;

export const DEPTH_VERTEX = /* glsl */ `
in vec4 size;
${SHARED}
void main() { gl_Position = projectionMatrix * viewMatrix * instanceMatrix * vec4(shared(position, size.w), 1.0); }`;

export const DEPTH_FRAGMENT = /* glsl */ `
precision mediump float; out vec4 colour; void main() { colour = vec4(1.0); }`;

export const FLAT_VERTEX = /* glsl */ `
in vec2 offset; in vec2 wide; in vec4 paint; in vec4 run;
uniform float pxPerStud; out vec4 vPaint, vRun; out vec3 vW; out float vHalf;
void main() {
  // Half a pixel more on each side is where the edge fades out.
  float h = max(wide.x, wide.y / pxPerStud) + (wide.x + wide.y > 0.0 ? 0.5 / pxPerStud : 0.0);
  vec3 p = position + vec3(offset.x, 0.0, offset.y) * h;
  vPaint = paint; vRun = run; vW = p; vHalf = h;
  gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.0);
}`;

export const FLAT_FRAGMENT = /* glsl */ `
precision highp float;
in vec4 vPaint, vRun; in vec3 vW; in float vHalf; out vec4 colour; uniform float pxPerStud;
float bars(float at, float period, float duty) {
  float t = at / period, f = fwidth(t), d = abs(fract(t) - 0.5) * 2.0;
  return 1.0 - smoothstep(duty - f, duty + f, d);
}
void main() {
  float a = 1.0, k = vRun.z, side = abs(vRun.x), soft = fwidth(vRun.x);
  if (vHalf > 0.0) {
    a = clamp((1.0 - side) / max(soft, 1e-4), 0.0, 1.0);
    if (k == 1.0) a *= bars(vRun.y, max(1.3, 11.0 / pxPerStud), 0.66);
    if (k == 2.0) a *= bars(vRun.y, vHalf * 3.6, 0.50);
    if (k == 3.0 || k == 6.0) a *= smoothstep(0.30 - soft, 0.30 + soft, side);
    if (k == 5.0) {
      float period = max(2.0, 17.0 / pxPerStud);
      a *= max(bars(vRun.y, period, 0.52), bars(vRun.y + period * 0.5, period, 0.14));
    }
    if (k == 6.0) a *= bars(vRun.y, max(2.0, 17.0 / pxPerStud), 0.78);
  }
  if (k == 4.0) a = mix(0.32, 1.0, bars(vW.x - vW.z, max(0.9, 9.0 / pxPerStud), 0.42));
  if (a * vPaint.a < 0.004) discard;
  colour = vec4(vPaint.rgb, vPaint.a * a);
}`;
