/** More files than this do not fail by a blip of the machine: they are not run again. */
const BLIPS = 8

const failedIn = ({ tests }) => tests.filter(({ state }) => state === 'failed')
const hasFailed = (file) => failedIn(file).length > 0
/** Whether a test passed the second time: one that was left out proves nothing. Of what is no test of a file, any of its tests may. */
const hasPassed = ({ name, isWhole }, files) =>
  files.some(({ tests }) => tests.some((test) => test.state === 'passed' && (isWhole || test.name === name)))

/**
 * Runs files that failed once more, one after the other, when all else is done: among twenty thousand tests on a shared machine one
 * is disturbed now and then. What passes then has passed, and is named, so that somebody mends it.
 * @param {import('./suites.mjs').FileResult[]} files as they were the first time
 * @returns what counts of each file, and what failed only the first time
 */
export async function settle(files) {
  const failed = files.filter(hasFailed)
  if (failed.length > BLIPS) return { files, unstable: [] }
  const settled = new Map()
  const unstable = []
  for (const file of failed.filter(({ again }) => again)) {
    const second = await file.again()
    const first = failedIn(file)
    if (!second.some(hasFailed) && !first.every((test) => hasPassed(test, second))) continue
    settled.set(file, second)
    if (!second.some(hasFailed)) unstable.push(...first.map(({ name, said }) => ({ file: file.file, test: name, said })))
  }
  return { files: files.flatMap((file) => settled.get(file) ?? [file]), unstable }
}

/** How many tests passed, failed and were left out; and which, with what they said. */
export function countOf(files) {
  const of = (wanted) =>
    files.flatMap(({ file, tests }) =>
      tests.filter(({ state }) => state === wanted).map(({ name, said }) => ({ file, test: name, said })),
    )
  return { passed: of('passed').length, failures: of('failed'), skipped: of('skipped') }
}
