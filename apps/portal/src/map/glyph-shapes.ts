/**
 * State glyphs as SVG path data around (0, 0), for the map's canvas and for lists: 24 units wide, y downwards. Their shapes
 * differ, so that they do not depend on colour.
 */
export const glyphShapes = {
  /** Disc with a pointer to the north. It is rotated to the heading. */
  movingPointer: 'M0,-17 L8.4,-7.1 A11,11 0 1 1 -8.4,-7.1 Z',
  movingDisc: 'M0,-11 A11,11 0 1 1 0,11 A11,11 0 1 1 0,-11 Z',
  movingArrow: 'M0,-6.5 L5,5.2 L0,2.6 L-5,5.2 Z',
  idleSquare:
    'M-5,-10.5 H5 A5.5,5.5 0 0 1 10.5,-5 V5 A5.5,5.5 0 0 1 5,10.5 H-5 A5.5,5.5 0 0 1 -10.5,5 V-5 A5.5,5.5 0 0 1 -5,-10.5 Z',
  idleBars: 'M-4.6,-4.8 H-1.8 V4.8 H-4.6 Z M1.8,-4.8 H4.6 V4.8 H1.8 Z',
  offlineRing: 'M0,-9.6 A9.6,9.6 0 1 1 0,9.6 A9.6,9.6 0 1 1 0,-9.6 Z',
  offlineSlash: 'M-4.2,4.2 L4.2,-4.2',
  missingDiamond:
    'M-1.4,-12.6 A2,2 0 0 1 1.4,-12.6 L12.6,-1.4 A2,2 0 0 1 12.6,1.4 L1.4,12.6 A2,2 0 0 1 -1.4,12.6 L-12.6,1.4 A2,2 0 0 1 -12.6,-1.4 Z',
  missingMark: 'M-1.3,-6.6 H1.3 L0.9,1.6 H-0.9 Z M0,3.6 A1.5,1.5 0 1 1 0,6.6 A1.5,1.5 0 1 1 0,3.6 Z',
  moon: 'M4.6,1.2 A5,5 0 1 1 -1.2,-4.6 A4,4 0 0 0 4.6,1.2 Z',
} as const

/** Lengths of a dash and of the gap after it. Exactly eight dashes and gaps fit around the ring. */
export const OFFLINE_DASH = [4.9, 2.64]
