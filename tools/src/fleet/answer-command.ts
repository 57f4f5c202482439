const VERSION = 'Ver:03.27.07_00 GPS:AXN_5.10_3333 Hw:FMB120 Mod:1 IMEI:simulated'
const SETTING = /^setparam (\d{1,5}):(.*)$/
const QUESTION = /^getparam ([\d;]+)$/
/** What is set of everything: seconds between two reports, for one. */
const SET = 300

/**
 * What a simulated tracker says to a command: to the ones that people try first what Teltonika's firmware says, to all
 * others the command again, which is how most other makers confirm.
 */
export function answerCommand(text: string): string {
  if (text === 'getver') return VERSION
  const [, asked] = QUESTION.exec(text) ?? []
  if (asked !== undefined)
    return `Param Values: ${asked
      .split(';')
      .map((id) => `${id}:${SET}`)
      .join(';')}`
  const [, parameter, value] = SETTING.exec(text) ?? []
  return parameter === undefined ? text : `Param ID:${parameter} New Text:${value}`
}
