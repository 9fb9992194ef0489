// Numbers as people read them; all figures are tabular by the style sheet.

/** 0.4167 -> "41.7 %". */
export function percent(share: number, places = 1): string {
  // in whole numbers, what can hardly happen is not what cannot, and what may fail is not certain
  if (places === 0 && share > 0 && share < 0.005) return "< 1 %";
  if (places === 0 && share < 1 && share >= 0.995) return "> 99 %";
  return `${(share * 100).toFixed(places)} %`;
}

/**
 * Numbers rounded so that they add up to their rounded sum, as rows above a total must: each is rounded down, and what is
 * missing goes to those that lost most. 0.1667 and 6.0375 (together 6.2042) are 0.16 and 6.04, not 0.17.
 */
export function addingUp(values: readonly number[], places = 2): number[] {
  const unit = 10 ** places;
  const exact = values.map((value) => value * unit);
  const whole = exact.map((value) => Math.floor(value + 1e-6));
  const total = Math.round(exact.reduce((sum, value) => sum + value, 0));
  const missing = total - whole.reduce((sum, value) => sum + value, 0);
  const lost = exact.map((value, i) => ({ i, rest: value - (whole[i] ?? 0) })).sort((a, b) => b.rest - a.rest);
  const up = new Set(lost.slice(0, Math.max(0, missing)).map(({ i }) => i));
  return whole.map((value, i) => (value + (up.has(i) ? 1 : 0)) / unit);
}

/** 3.4 -> "3.4 in"; whole inches without a point. */
export function inches(length: number, places = 2): string {
  return `${trim(length, places)} in`;
}

/** 22.5 -> "22.5°". */
export function degrees(angle: number, places = 1): string {
  return `${trim(angle, places)}°`;
}

function trim(value: number, places: number): string {
  const text = value.toFixed(places);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** 401 seconds -> "6:41"; hours only when there are some. */
export function time(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** How long ago, in words: "just now", "5 min ago", "3 days ago". Both in seconds since 1970. */
export function ago(at: number, now: number = Date.now() / 1000): string {
  const passed = Math.max(0, now - at);
  if (passed < 60) return "just now";
  if (passed < 3600) return `${Math.floor(passed / 60)} min ago`;
  if (passed < 86400) return `${plural(Math.floor(passed / 3600), "hour")} ago`;
  return `${plural(Math.floor(passed / 86400), "day")} ago`;
}

/** A day as people write it: "30 November". In seconds since 1970. */
export function day(at: number): string {
  return new Date(at * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
}

/** 1 -> "1 round", 2 -> "2 rounds". */
export function plural(count: number, word: string, many = `${word}s`): string {
  return `${count} ${count === 1 ? word : many}`;
}
