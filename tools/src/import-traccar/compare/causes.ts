/**
 * Kinds of causes. `agrees`: the trips are the same but for the fix at which they start or end. `missing`: one system does not
 * have the positions. `open`: Roadbook may have lost something, so the operator must look into it.
 */
export type Outcome = 'agrees' | 'rules' | 'missing' | 'open'

/** Causes of a difference between the trips of Traccar and of Roadbook. Each group of trips gets exactly one. */
export const CAUSES = {
  same: { outcome: 'agrees', text: 'the trip is the same in both' },
  end_noticed: {
    outcome: 'agrees',
    text: "Traccar's trip ends later, at the position that showed the stop. Roadbook's ends at the stop itself",
  },
  other_position: { outcome: 'agrees', text: 'the trip starts or ends at another position near the same stop' },
  counted_legs: {
    outcome: 'rules',
    text: 'the trip starts or ends at another position, and the way between the two positions counts in one system only',
  },
  traccar_joins: {
    outcome: 'rules',
    text: 'one trip in Traccar is several in Roadbook, because Traccar did not count a rest as a stop',
  },
  traccar_splits: {
    outcome: 'rules',
    text: 'several trips in Traccar are one in Roadbook, because a stop was shorter than the rest that ends a trip in Roadbook',
  },
  other_stops: { outcome: 'rules', text: 'several trips in both, divided at different stops' },
  ghost: { outcome: 'rules', text: 'Traccar has a trip although the vehicle did not move: its positions drifted' },
  too_short: { outcome: 'rules', text: 'the vehicle moved less than the distance from which Roadbook makes a trip' },
  below_traccar_minimum: { outcome: 'rules', text: 'the vehicle moved less than the minimum from which Traccar makes a trip' },
  no_motion_in_traccar: {
    outcome: 'rules',
    text: 'the positions have no speed or motion, so Traccar reports no trip. Roadbook goes by the places',
  },
  moved_unseen: {
    outcome: 'rules',
    text: 'the vehicle moved only between positions that are far apart in time. Roadbook makes no trip of that',
  },
  invalid_positions: {
    outcome: 'rules',
    text: 'Traccar counts positions that are invalid, or that the vehicle cannot have reached. Roadbook leaves them out',
  },
  odometer: { outcome: 'rules', text: 'one system took the distance from the odometer, and the other from the positions' },
  traccar_counter: {
    outcome: 'rules',
    text: "Traccar's counter of the distance does not match its positions, for example because they arrived late and in another order",
  },
  joined_by_hand: { outcome: 'rules', text: 'a user has joined trips in Roadbook' },
  deleted_by_hand: { outcome: 'rules', text: 'a user has deleted the trip in Roadbook' },
  other_rest: { outcome: 'rules', text: 'Roadbook computed the trip when another rest ended trips' },
  goes_on: { outcome: 'missing', text: 'the trip goes on in Roadbook' },
  no_speed: {
    outcome: 'open',
    text: 'all positions have a speed of 0 although the vehicle moved. Roadbook takes that for standing, and misses the trip or a part of it',
  },
  not_computed: {
    outcome: 'open',
    text: 'Roadbook has not computed the trip yet: compare again when no packet waits for the consumers',
  },
  not_imported: {
    outcome: 'missing',
    text: 'the positions are newer than those that were imported: run "import traccar positions" again',
  },
  before_history: { outcome: 'missing', text: 'the positions are older than "history_from", so they were not imported' },
  beyond_retention: {
    outcome: 'missing',
    text: 'the positions are older than RETENTION_MONTHS, so Roadbook does not keep them',
  },
  gone_from_traccar: { outcome: 'missing', text: 'Traccar has no positions of this time, or no longer' },
  unexplained: { outcome: 'open', text: 'no cause was found' },
} as const satisfies Record<string, { outcome: Outcome; text: string }>

export type Cause = keyof typeof CAUSES

export const outcomeOf = (cause: Cause): Outcome => CAUSES[cause].outcome
