/** Unit at the end of a figure's name, and how a table's heading writes it. */
const UNITS = [
  [/Ms$/, 'ms'],
  [/CpuS$/, 'CPU seconds'],
  [/S$/, 's'],
  [/MiB$/, 'MiB'],
]

/** Returns the heading for a figure's name: `loginMsAmongNone` is "login ms among none", `backS` is "back (s)". */
function headingOf(name) {
  const [pattern, unit] = UNITS.find(([ending]) => ending.test(name)) ?? []
  const words = (pattern ? name.replace(pattern, '') : name).replaceAll(/(?=[A-Z])/g, ' ').toLowerCase()
  return unit ? `${words} (${unit})` : words
}

const row = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '/')).join(' | ')} |`

/**
 * Returns the figures that a proof file reported as Markdown tables. Consecutive reports with the same names become one
 * table.
 * @param {Record<string, unknown>[]} reports
 * @returns {string} empty without reports
 */
export function tablesOf(reports) {
  const tables = []
  for (const report of reports) {
    const names = Object.keys(report).join()
    if (tables.at(-1)?.names !== names) tables.push({ names, reports: [] })
    tables.at(-1).reports.push(report)
  }
  return tables
    .map(({ reports: [first, ...others] }) =>
      [
        row(Object.keys(first).map(headingOf)),
        row(Object.keys(first).map(() => '---')),
        ...[first, ...others].map((report) => row(Object.values(report))),
      ].join('\n'),
    )
    .join('\n\n')
}
