import type { Score } from './score.js'

/**
 * Results of the segmentation for one variant: shares of begins and ends within two minutes of the truth (F1), and the number of
 * wrong trips.
 */
export type Figures = Omit<Score, 'made' | 'true'>

/**
 * Least results. No variant may fall below them. Change them only on purpose, and describe in the commit what a variant gained or
 * lost.
 */
export const FIGURES: Readonly<Record<string, Figures>> = {
  'jam at 3–6 km/h, 10 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'jam at 1–3 km/h, 10 s': { starts: 0.9, ends: 0.9, splits: 4, merges: 0, ghosts: 0, missed: 0 },
  'jam at 3–6 km/h, 10 s without speed': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'jam at 1–3 km/h, 10 s without speed': { starts: 0.818, ends: 0.818, splits: 8, merges: 0, ghosts: 0, missed: 0 },
  'jam at 3–6 km/h, 30 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'jam at 1–3 km/h, 30 s': { starts: 0.878, ends: 0.878, splits: 5, merges: 0, ghosts: 0, missed: 0 },
  'jam at 3–6 km/h, 30 s without speed': { starts: 0.973, ends: 0.973, splits: 1, merges: 0, ghosts: 0, missed: 0 },
  'jam at 1–3 km/h, 30 s without speed': { starts: 0.8, ends: 0.8, splits: 9, merges: 0, ghosts: 0, missed: 0 },
  'jam at 3–6 km/h, 60 s': { starts: 0.973, ends: 0.973, splits: 1, merges: 0, ghosts: 0, missed: 0 },
  'jam at 1–3 km/h, 60 s': { starts: 0.818, ends: 0.818, splits: 8, merges: 0, ghosts: 0, missed: 0 },
  'jam at 3–6 km/h, 60 s without speed': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'jam at 1–3 km/h, 60 s without speed': { starts: 0.8, ends: 0.8, splits: 9, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 15 m, 10 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 15 m, ten wrong places, 10 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 30 m, 10 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 30 m, ten wrong places, 10 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 50 m, 10 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 50 m, ten wrong places, 10 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 15 m, 30 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 15 m, ten wrong places, 30 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 30 m, 30 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 30 m, ten wrong places, 30 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 50 m, 30 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 50 m, ten wrong places, 30 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 15 m, 60 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 15 m, ten wrong places, 60 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 30 m, 60 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 30 m, ten wrong places, 60 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 50 m, 60 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 50 m, ten wrong places, 60 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 15 m, 120 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 15 m, ten wrong places, 120 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 30 m, 120 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 30 m, ten wrong places, 120 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 50 m, 120 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'parked, wander 50 m, ten wrong places, 120 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'wrong place on the way, 10 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'wrong place on the way, 30 s': { starts: 0.909, ends: 0.909, splits: 6, merges: 0, ghosts: 0, missed: 0 },
  'town, 10 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'town, 10 s without speed': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'town, 30 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'town, 30 s without speed': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'town, 60 s': { starts: 0.967, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'town, 60 s without speed': { starts: 0.967, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'town, 120 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'town, 120 s without speed': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'town by the clock, 60 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'town by the clock, 60 s without speed': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'town by the clock, 120 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'town by the clock, 120 s without speed': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'laps by odometer, 10 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'laps by odometer, 10 s without speed': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'laps by odometer, 30 s': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'laps by odometer, 30 s without speed': { starts: 1, ends: 1, splits: 0, merges: 0, ghosts: 0, missed: 0 },
  'hops, 120 s': { starts: 0.629, ends: 0.629, splits: 0, merges: 0, ghosts: 0, missed: 13 },
  'hops, 120 s without speed': { starts: 0.452, ends: 0.452, splits: 0, merges: 0, ghosts: 0, missed: 17 },
}
