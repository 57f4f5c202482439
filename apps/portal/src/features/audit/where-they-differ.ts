/** If two texts begin with at least this many equal characters, their common beginning is left out. */
const LONG = 24

/** Returns two texts without their common beginning if that is long, so that the difference fits on one line. */
export function whereTheyDiffer(was: string, is: string): [was: string, is: string] {
  let same = 0
  while (same < was.length && same < is.length && was[same] === is[same]) same += 1
  // Removes whole words only.
  const from = Math.max(was.lastIndexOf(' ', same), 0)
  return from < LONG ? [was, is] : [`…${was.slice(from)}`, `…${is.slice(from)}`]
}
