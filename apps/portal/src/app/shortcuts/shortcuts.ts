import type { ScreenKey } from '../screens.js'

/** Screens that G and a letter open. Some users know this convention from other programs. */
export const GO_TO = {
  h: 'home',
  m: 'map',
  e: 'entities',
  u: 'users',
  b: 'businesses',
  d: 'devices',
  r: 'reports',
  n: 'notifications',
} as const satisfies Record<string, ScreenKey>

/** Lines of the overview that are not screens. Each has the keys as printed, and the text's name in `shell.shortcuts.keys`. */
export const GROUPS = [
  {
    group: 'everywhere',
    lines: [
      { keys: ['Ctrl', 'K'], text: 'palette' },
      { keys: ['/'], text: 'search' },
      { keys: ['Esc'], text: 'escape' },
      { keys: ['?'], text: 'help' },
    ],
  },
  {
    group: 'lists',
    lines: [
      { keys: ['J'], text: 'next' },
      { keys: ['K'], text: 'previous' },
      { keys: ['X'], text: 'select' },
      { keys: ['↵'], text: 'open' },
    ],
  },
  {
    group: 'services',
    lines: [
      { keys: ['D'], text: 'serviceDone' },
      { keys: ['P'], text: 'servicePlan' },
      { keys: ['A'], text: 'serviceAssign' },
    ],
  },
  { group: 'map', lines: [{ keys: ['F'], text: 'fitFleet' }] },
] as const
