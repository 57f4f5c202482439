import type { components } from '../../../lib/api/schema.js'

type Steps = components['schemas']['FirstSteps']

export const NONE_DONE: Steps['done'] = {
  business: false,
  point: false,
  register: false,
  install: false,
  move: false,
  invite: false,
}

/** First steps of an empty system whose gateway has a port for Teltonika only. */
export const someFirstSteps = (changes: Partial<Steps> = {}): Steps => ({
  done: NONE_DONE,
  business: { id: 4, name: 'Radwerk' },
  knocks: [],
  device: null,
  vehicle: null,
  gateway: {
    host: 'track.example',
    ports: [
      { protocol: 'teltonika', port: 5027 },
      { protocol: 'queclink', port: 5000 },
    ],
  },
  ...changes,
})
