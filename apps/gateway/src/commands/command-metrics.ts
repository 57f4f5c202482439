import { Counter, type Registry } from 'prom-client'

/** Creates the metrics of commands at this gateway. Each label has few possible values. */
export function createCommandMetrics(registry: Registry) {
  const registers = [registry]
  return {
    commands: new Counter({
      name: 'gateway_commands_total',
      help: 'Commands that this gateway claimed: sent, refused by the protocol, released because the session was over',
      labelNames: ['result'],
      registers,
    }),
    replies: new Counter({
      name: 'gateway_command_replies_total',
      help: 'Answers of trackers to commands: matched with one that was sent here, or unexpected',
      labelNames: ['result'],
      registers,
    }),
  }
}
export type CommandMetrics = ReturnType<typeof createCommandMetrics>
