// A drag that is ours: to the browser a quick one would be a fling, and it would swallow the next tap on any button.

/** For what is dragged by a finger; its `touch-action` is `none`, so nothing scrolls there anyway. */
export const noFling = { onTouchMove: (event: TouchEvent): void => event.preventDefault() };
