/** What a recording is made of: everything on one clock, the film's, in milliseconds from its start. */

/** The film's pictures follow one another at this distance. */
export const FRAME_MS = 40;

/** The film's picture, in its own pixels. 4 by 3: large on a phone that is held upright, whole on a desk. */
export const PICTURE = { width: 1280, height: 960 };

export const screenNames = ['left', 'tablet', 'right'] as const;
export type ScreenName = (typeof screenNames)[number];

/**
 * Where each screen stands in the scene and how large it is, in the CSS pixels of its page. `pixelsPerPoint` is how sharp it
 * is recorded: as near as the camera comes to it.
 */
export const screens: Record<ScreenName, Box & { kind: 'phone' | 'tablet'; pixelsPerPoint: number }> = {
  left: { kind: 'phone', x: 0, y: 150, width: 390, height: 800, pixelsPerPoint: 2.5 },
  tablet: { kind: 'tablet', x: 484, y: 0, width: 820, height: 1100, pixelsPerPoint: 1.7 },
  right: { kind: 'phone', x: 1398, y: 150, width: 390, height: 800, pixelsPerPoint: 2.5 },
};

/** The place of a page's point in the scene. */
export function inScene(screen: ScreenName, x: number, y: number): { x: number; y: number } {
  return { x: screens[screen].x + x, y: screens[screen].y + y };
}

/** So long a finger is seen before it touches. */
export const FINGER_MS = 320;

export type Box = { x: number; y: number; width: number; height: number };

/** What a screen shows from `atMs` on, as a picture's file. */
export type Shot = { screen: ScreenName; atMs: number; file: string };

/** A finger that comes to a screen and touches it at `atMs`. `x` and `y` in the page's CSS pixels. */
export type Tap = { screen: ScreenName; atMs: number; x: number; y: number };

/** The camera goes in `tookMs` to where it sees the `width` of the scene around a point. */
export type CameraMove = { atMs: number; tookMs: number; x: number; y: number; width: number };

/** Text that stands from `fromMs` until `toMs`. */
export type Words = { fromMs: number; toMs: number; text: string };

export type Recording = {
  lengthMs: number;
  shots: Shot[];
  taps: Tap[];
  moves: CameraMove[];
  /** Drawn above the picture. */
  chapters: Words[];
  /** Not drawn: they are the captions' track. */
  captions: Words[];
  /** Until when the card at the beginning stands, and from when the one at the end. */
  cards: { openUntilMs: number; closeFromMs: number };
  /** The moment that the poster shows. */
  posterMs: number;
};
