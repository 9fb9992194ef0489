// Under which digit a thing stands: one name for a unit everywhere, so A5 is 5 on the keyboard wherever it is listed.

/** The number in a unit's name: 5 of A5; 0 where there is none. */
const numberIn = (id: string): number => Number(/\d+$/.exec(id)?.[0] ?? 0);

/** For each of some things its digit: the number in its name, unless another before it has the same, else the first that is free; 0 when none is left. */
export function digitsOf(ids: readonly string[]): number[] {
  const digits = ids.map((id, i) => {
    const own = numberIn(id);
    return own <= 9 && ids.findIndex((one) => numberIn(one) === own) === i ? own : 0;
  });
  const taken = new Set(digits);
  return digits.map((digit) => {
    if (digit > 0) return digit;
    const free = [1, 2, 3, 4, 5, 6, 7, 8, 9].find((one) => !taken.has(one)) ?? 0;
    taken.add(free);
    return free;
  });
}

/** The thing under a digit. */
export function underDigit<T>(things: readonly T[], nameOf: (thing: T) => string, digit: number): T | undefined {
  return digit > 0 ? things[digitsOf(things.map(nameOf)).indexOf(digit)] : undefined;
}
