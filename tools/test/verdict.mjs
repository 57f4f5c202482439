/**
 * Maximum number of failed files that are run again. If more files failed, the cause is not a short disturbance of the
 * machine.
 */
const BLIPS = 8

const failedIn = ({ tests }) => tests.filter(({ state }) => state === 'failed')
const hasFailed = (file) => failedIn(file).length > 0
/**
 * Returns true if a test passed the second time. A skipped test proves nothing. If the entry is the result of a whole file, one
 * passed test of the file is enough.
 */
const hasPassed = ({ name, isWhole }, files) =>
  files.some(({ tests }) => tests.some((test) => test.state === 'passed' && (isWhole || test.name === name)))

/**
 * Runs failed files once more, one after the other, after all others. On a shared machine, one of twenty thousand tests is
 * disturbed now and then. A test that passes in the second run counts as passed, and is listed so that somebody can repair
 * it.
 * @param {import('./suites.mjs').FileResult[]} files results of the first run
 * @returns the final results of each file, and the tests that failed only the first time
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

/** Counts passed, failed and skipped tests, and lists the failed and skipped ones with their output. */
export function countOf(files) {
  const of = (wanted) =>
    files.flatMap(({ file, tests }) =>
      tests.filter(({ state }) => state === wanted).map(({ name, said }) => ({ file, test: name, said })),
    )
  return { passed: of('passed').length, failures: of('failed'), skipped: of('skipped') }
}
