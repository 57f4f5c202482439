/** Minimum length of a common start to be left out. */
const LONG = 24

/** Returns two long texts without their common start, so that one line shows the change. */
export function whereTheyDiffer(was: string, is: string): [was: string, is: string] {
  let same = 0
  while (same < was.length && same < is.length && was[same] === is[same]) same += 1
  // Cuts only between words.
  const from = Math.max(was.lastIndexOf(' ', same), 0)
  return from < LONG ? [was, is] : [`…${was.slice(from)}`, `…${is.slice(from)}`]
}
