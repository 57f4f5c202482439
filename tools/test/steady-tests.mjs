/** Difference from the present time, in either direction. */
const DIFFERENCE = /(?:performance|Date)\.now\(\)\s*-|-\s*(?:performance|Date)\.now\(\)/
/** Variable with the duration of something. */
const DURATION = /(?:const|let)\s+(\w+)\s*=\s*(?:Math\.\w+)?\(*\s*(?:performance|Date)\.now\(\)\s*-\s*[a-z]\w*\b(?!\()/g
const USAGE = /\b(?:rssBytes|cpuSeconds|memoryUsage|cpuUsage|VmRSS)\b/
const IMPORTED = /import\s*\{\s*setTimeout(?:\s+as\s+(\w+))?\s*\}\s*from\s*'node:timers\/promises'/
const PROMISED = /new Promise(?:<\w+>)?\(\s*\(?\w*\)?\s*=>\s*(?:void\s+)?setTimeout\(/
const REASON = /^\s*\/\/ Sleep: \S/

/**
 * Finds what makes a test's result depend on the machine's speed.
 * @param {string} text
 * @param {{ mayTime?: boolean, mayMeasure?: boolean }} [allowed] `mayTime` allows durations in `expect`, `mayMeasure`
 *   allows memory and CPU
 * @returns {string[]} the findings, each with its line
 */
export function unsteadyOf(text, { mayTime = false, mayMeasure = false } = {}) {
  const lines = text.split('\n')
  const found = mayTime ? [] : durationsExpected(text)
  const [isImported, sleep = 'setTimeout'] = IMPORTED.exec(text) ?? []
  const CALLED = new RegExp(String.raw`(?<![.\w])${sleep}\(`)
  lines.forEach((line, at) => {
    if (!mayMeasure && USAGE.test(line)) found.push(`${at + 1}: looks at memory or CPU`)
    const sleeps = PROMISED.test(line) || (isImported && CALLED.test(line))
    if (sleeps && !REASON.test(lines[at - 1] ?? '')) found.push(`${at + 1}: sleeps, and no "// Sleep: …" above says why`)
  })
  return found
}

function durationsExpected(text) {
  const names = [...text.matchAll(DURATION)].map(([, name]) => new RegExp(String.raw`\b${name}\b`))
  return expectationsOf(text)
    .filter(({ said }) => DIFFERENCE.test(said) || names.some((name) => name.test(said)))
    .map(({ index }) => `${text.slice(0, index).split('\n').length}: expects how long something takes`)
}

/** Returns each complete `expect(…).to…(…)`. */
function expectationsOf(text) {
  return [...text.matchAll(/\bexpect(?:\.\w+)?\(/g)].map(({ index }) => {
    let end = closing(text, text.indexOf('(', index))
    for (let next; (next = /^(?:\s*\.\w+)+\(/.exec(text.slice(end + 1, end + 200)));) end = closing(text, end + next[0].length)
    return { index, said: text.slice(index, end + 1) }
  })
}

/** Returns the position of the bracket that closes the one at `open`. */
function closing(text, open) {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}
