import type { Check, Verification } from '../verification-queries.js'

export const INSTALLED_AT = '2025-10-30T10:42:00.000Z'

type Found = Partial<Record<Check['name'], Partial<Check>>>

/** An installation on vehicle 42 with all checks waiting, except for those given. */
export const aVerification = (changes: Partial<Verification> = {}, found: Found = {}): Verification => ({
  entity_id: 42,
  entity_name: 'Cargo 042',
  license_plate: 'AB-12-CD',
  frame_number: 'UA24-118-0042',
  business_name: 'Domstad Mobiliteit',
  imei: '352625698104217',
  installed_at: INSTALLED_AT,
  installed_by: 'Ada Byron',
  state: 'waiting',
  verified_at: null,
  waited_s: 42,
  silent_s: 42,
  is_overdue: false,
  cause: null,
  must_show_move: false,
  location_hidden: false,
  clock: null,
  checks: (['network', 'gps', 'external-battery', 'position'] as const).map((name) => ({
    name,
    state: 'waiting',
    passed_at: null,
    cause: null,
    ...found[name],
  })),
  ...changes,
})

const passed = (passed_at: string) => ({ state: 'passed', passed_at }) as const

/** The same with all checks passed, 70 s after the installation. */
export const aVerified = (found: Found = {}): Verification =>
  aVerification(
    { state: 'verified', verified_at: '2025-10-30T10:43:10.000Z', waited_s: 70, silent_s: 0 },
    {
      network: passed('2025-10-30T10:42:20.000Z'),
      gps: passed('2025-10-30T10:43:10.000Z'),
      'external-battery': passed('2025-10-30T10:42:20.000Z'),
      position: passed('2025-10-30T10:43:10.000Z'),
      ...found,
    },
  )
