import { refusalOf } from '../common/command-text.js'
import type { Command, CommandError, CommandSide, ReportingCommands } from '../protocol.js'
import { Codec, MessageType } from './layout.js'
import { writeMessage } from './write-frame.js'

/** Maximum number of characters of a command. It is a little less than the firmware accepts in one packet. */
const LONGEST_TEXT = 4_000

/**
 * Parameters for frequent reports ("Data acquisition settings" of the FMB manuals and the vendor's wiki). They are in three
 * groups: at home (10 000), when roaming (10 100) and with an unknown network (10 200). Each group has three parameters for a
 * standing vehicle, with these offsets to the first id of the group:
 * - +0 Min Period: seconds between two records.
 * - +4 Min Saved Records: number of records in one transmission. It has priority over Send Period.
 * - +5 Send Period: seconds between two transmissions.
 * The same parameters for a moving vehicle have ids that are 50 higher.
 *
 * If a model does not have a parameter, its reply does not contain it.
 */
const OFTEN: Readonly<Record<string, number>> = Object.fromEntries(
  [10_000, 10_100, 10_200].flatMap((network) => [
    [network, 60],
    [network + 4, 1],
    [network + 5, 60],
    [network + 50, 10],
    [network + 54, 1],
    [network + 55, 10],
  ]),
)

/**
 * Settings in a reply: `Param ID:10050 Value:300;10055:120`. Older firmware writes `Val:`, and `Param Values:` before several
 * settings.
 */
const SETTING = /\b(\d{5})(?: Val(?:ue)?)?: ?(\d{1,7})\b/g

const setting = (values: readonly (readonly [id: string, value: string | number])[]) =>
  `setparam ${values.map(([id, value]) => `${id}:${value}`).join(';')}`

/** Returns the settings in a command or a reply that matter for frequent reports. */
const settingsOf = (text: string): [string, string][] =>
  [...text.matchAll(SETTING)].flatMap(([, id = '', value = '']) => (id in OFTEN ? [[id, value] as [string, string]] : []))

const reporting: ReportingCommands = {
  reading: {
    read: `getparam ${Object.keys(OFTEN).join(';')}`,
    restore: (answer) => {
      const values = settingsOf(answer)
      return values.length > 0 ? setting(values) : undefined
    },
  },
  often: (restore) => setting(settingsOf(restore).map(([id, value]) => [id, sooner(Number(value), OFTEN[id] ?? 0)])),
}

/**
 * Returns the shorter of two intervals, so that a device that already reports often enough keeps its setting. A `present`
 * interval of zero means that the device never reports.
 */
const sooner = (present: number, often: number) => (present === 0 ? often : Math.min(present, often))

/**
 * Commands of the firmware's own command line, in the same form as in an SMS but without login and password. `locate`
 * sets parameter 800, which switches the Bluetooth radio on.
 */
export const commands: CommandSide = {
  locate: { text: 'setparam 800:2', undo: 'setparam 800:0' },
  reporting,
  encode,
}

/**
 * Encodes a command with codec 12, which works on every model. The command contains no IMEI, because the tracker has logged
 * in on this connection.
 */
function encode({ text }: Command): Buffer | CommandError {
  return refusalOf(text, LONGEST_TEXT) ?? writeMessage(Codec.codec12, MessageType.command, Buffer.from(text, 'latin1'))
}

/**
 * Encodes a command with codec 14. The command contains an IMEI. A device with another IMEI does not execute it and replies
 * with a refusal. Needs FMB firmware 03.25.04 or later.
 */
export function encodeAddressed({ text }: Pick<Command, 'text'>, imei: string): Buffer {
  const id = Buffer.from(imei.padStart(16, '0'), 'hex')
  return writeMessage(Codec.codec14, MessageType.command, Buffer.concat([id, Buffer.from(text, 'latin1')]))
}
