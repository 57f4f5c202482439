import { type InstallField, type Panel, PANELS } from '../../form/install-form.js'

/** One screen each, in this order (D.8). */
export const STEPS = ['target', 'device', 'vehicle', 'details'] as const satisfies readonly Panel[]
export type Step = (typeof STEPS)[number]

type Wrong = Pick<ReadonlySet<InstallField>, 'has'>

export const isStep = (text: string | null): text is Step => STEPS.some((step) => step === text)

/** Whether nothing of a step is missing. */
export const isFilled = (step: Step, wrong: Wrong): boolean => !PANELS[step].some((field) => wrong.has(field))

/** Where a field stands. */
export const stepOf = (field: InstallField): Step => STEPS.find((step) => PANELS[step].some((one) => one === field)) ?? 'details'

/** The first step that something is missing in; the last one where nothing is. */
export const firstOpenStep = (wrong: Wrong): Step => STEPS.find((step) => !isFilled(step, wrong)) ?? 'details'

/**
 * How far one may go: to the first step that something is missing in. The user does not hold up the tracker and the vehicle, which
 * come first in the hand of somebody who types the number; details are reached when all else is there.
 */
export const lastReachable = (wrong: Wrong): Step => {
  const open = firstOpenStep(wrong)
  return open === 'target' ? (STEPS.slice(1, -1).find((step) => !isFilled(step, wrong)) ?? 'details') : open
}

/** The step that is shown: the one asked for, where one may go there. */
export function shownStep(asked: Step | undefined, wrong: Wrong): Step {
  if (asked === undefined || STEPS.indexOf(asked) > STEPS.indexOf(lastReachable(wrong))) return firstOpenStep(wrong)
  return asked
}

/**
 * Where Next leads once this step is filled: to the first step ahead that something is missing in, else to the first one that was
 * passed over; undefined where the form is saved next. No step that is filled is asked for again.
 */
export function stepAfter(step: Step, wrong: Wrong): Step | undefined {
  const at = STEPS.indexOf(step)
  return [...STEPS.slice(at + 1), ...STEPS.slice(0, at)].find((one) => !isFilled(one, wrong))
}
