/** So many letters that both begin with are worth leaving out. */
const LONG = 24

/** Two long texts from where they differ on: what both begin with is left out, so that a line shows the change. */
export function whereTheyDiffer(was: string, is: string): [was: string, is: string] {
  let same = 0
  while (same < was.length && same < is.length && was[same] === is[same]) same += 1
  // A word is not torn apart.
  const from = Math.max(was.lastIndexOf(' ', same), 0)
  return from < LONG ? [was, is] : [`…${was.slice(from)}`, `…${is.slice(from)}`]
}
