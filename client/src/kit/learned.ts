// Matches this browser remembers by their ids: the lessons it has brought to their end, so that "Learn" begins a fresh
// one instead of the last table, and the first battles, which are coached.
import { named } from "./shelf";

const MOST = 50;

function remembered(key: string) {
  const read = (): string[] => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
      return Array.isArray(stored) ? stored.filter((one): one is string => typeof one === "string") : [];
    } catch {
      return [];
    }
  };
  return {
    has: (match: string): boolean => read().includes(match),
    add(match: string): void {
      try {
        localStorage.setItem(key, JSON.stringify([match, ...read().filter((one) => one !== match)].slice(0, MOST)));
      } catch {
        // A browser that keeps nothing finds the last table once more, and is not coached.
      }
    },
  };
}

export const learned = remembered(named("learned"));
export const coached = remembered(named("coached"));
