import type { Service } from './services.js'

/** A brake check of "Cargo 042", half a month before it is due. */
export const aService = (changes: Partial<Service> = {}): Service => ({
  id: 5,
  entity: {
    id: 42,
    name: 'Cargo 042',
    license_plate: 'HD-SC 1072',
    frame_number: null,
    vehicle_type: 'cargoBike',
    business_id: 1,
    business_name: 'Fietspunt',
  },
  plan: { id: 7, title: 'Cargo service' },
  trigger: { id: 9, name: 'Brake check', value: 1_500, metric: 'kilometers' },
  status: 'open',
  state: 'overdue',
  due_at: null,
  left: { days: null, km: -142, forecast_at: null, reached_at: null },
  planned_at: null,
  assigned_user: null,
  completed: null,
  photos: [],
  created_at: '2025-10-29T08:00:00.000Z',
  updated_at: '2025-10-29T08:00:00.000Z',
  ...changes,
})

export const COUNTS = { overdue: 1, 'due-soon': 4, planned: 2, done: 48, archived: 7 }

export const aServicePage = (services: readonly Service[]) => ({
  data: services,
  meta: { current_page: 1, last_page: 1, per_page: 15, total: services.length, counts: COUNTS },
})
