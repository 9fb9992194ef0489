// Which lessons this browser has brought to their end, so that "Learn" begins a fresh one instead of the last table.
const KEY = "brickfield.learned";
const MOST = 50;

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one): one is string => typeof one === "string") : [];
  } catch {
    return [];
  }
}

export const learned = {
  has: (match: string): boolean => read().includes(match),
  add(match: string): void {
    try {
      localStorage.setItem(KEY, JSON.stringify([match, ...read().filter((one) => one !== match)].slice(0, MOST)));
    } catch {
      // A browser that keeps nothing finds the last table once more.
    }
  },
};
