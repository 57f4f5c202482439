const VERSION = 'Ver:03.27.07_00 GPS:AXN_5.10_3333 Hw:FMB120 Mod:1 IMEI:simulated'
const SETTING = /^setparam (\d{1,5}):(.*)$/
const QUESTION = /^getparam ([\d;]+)$/
/** Value that is returned for every parameter, for example the seconds between two reports. */
const SET = 300

/**
 * Returns a simulated tracker's answer to a command. Common commands get the answer of Teltonika's firmware. The answer to
 * any other command is the command itself, because trackers of most other makers confirm a command in this way.
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
