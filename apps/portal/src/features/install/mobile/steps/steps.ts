import { type InstallField, type Panel, PANELS } from '../../form/install-form.js'

/** Steps in order, one screen each (D.8). */
export const STEPS = ['target', 'device', 'vehicle', 'details'] as const satisfies readonly Panel[]
export type Step = (typeof STEPS)[number]

type Wrong = Pick<ReadonlySet<InstallField>, 'has'>

export const isStep = (text: string | null): text is Step => STEPS.some((step) => step === text)

/** Returns true if nothing in a step is missing. */
export const isFilled = (step: Step, wrong: Wrong): boolean => !PANELS[step].some((field) => wrong.has(field))

/** Returns the step of a field. */
export const stepOf = (field: InstallField): Step => STEPS.find((step) => PANELS[step].some((one) => one === field)) ?? 'details'

/** Returns the first incomplete step, or the last step if all are complete. */
export const firstOpenStep = (wrong: Wrong): Step => STEPS.find((step) => !isFilled(step, wrong)) ?? 'details'

/**
 * Returns the last step that can be opened, normally the first incomplete one. Missing customer data does not block the
 * tracker and vehicle steps, because a user who types the IMEI begins with the step of the tracker. The details step requires
 * a complete tracker and vehicle.
 */
export const lastReachable = (wrong: Wrong): Step => {
  const open = firstOpenStep(wrong)
  return open === 'target' ? (STEPS.slice(1, -1).find((step) => !isFilled(step, wrong)) ?? 'details') : open
}

/** Returns the requested step if it can be opened, otherwise the first incomplete one. */
export function shownStep(asked: Step | undefined, wrong: Wrong): Step {
  if (asked === undefined || STEPS.indexOf(asked) > STEPS.indexOf(lastReachable(wrong))) return firstOpenStep(wrong)
  return asked
}

/**
 * Returns the next step after this one is complete: the first incomplete step ahead, otherwise the first one that was skipped.
 * Undefined if the form is saved next. Completed steps are not shown again.
 */
export function stepAfter(step: Step, wrong: Wrong): Step | undefined {
  const at = STEPS.indexOf(step)
  return [...STEPS.slice(at + 1), ...STEPS.slice(0, at)].find((one) => !isFilled(one, wrong))
}
