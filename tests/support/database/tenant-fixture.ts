import type { Role, VehicleType } from '@roadbook/contracts'
import { luhnDigit } from '@roadbook/geo'
import type pg from 'pg'

/** Adds rows that most suites need, with plain SQL: a business, its people, and its vehicles with trackers. */
export async function addBusiness(
  pool: pg.Pool,
  name: string,
  parentId: number | null = null,
  kind = parentId === null ? 'vendor' : 'company',
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'INSERT INTO businesses (kind, parent_id, name) VALUES ($1, $2, $3) RETURNING id',
    [kind, parentId, name],
  )
  return rows[0]!.id
}

export interface NewUser {
  email: string
  role: Role
  businessId: number | null
  firstName?: string
  lastName?: string
}

export async function addUser(
  pool: pg.Pool,
  { email, role, businessId, firstName = 'Test', lastName = 'Person' }: NewUser,
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO users (business_id, role_id, email, first_name, last_name)
     SELECT $1, id, $2, $3, $4 FROM roles WHERE key = $5 RETURNING id`,
    [businessId, email, firstName, lastName, role],
  )
  return rows[0]!.id
}

export interface NewVehicle {
  businessId: number
  name: string
  imei: string
  vehicleType?: VehicleType
  /** Time of the installation. Default: 400 days ago. */
  installedAt?: Date
}

export interface Vehicle {
  entityId: number
  deviceId: number
  imei: string
}

/** Adds an entity with a tracker installed on it. */
export async function addVehicle(
  pool: pg.Pool,
  { businessId, name, imei, vehicleType = 'eBike', installedAt }: NewVehicle,
): Promise<Vehicle> {
  const { rows } = await pool.query<{ entity_id: number; device_id: number }>(
    `WITH entity AS (
       INSERT INTO entities (business_id, name, short_name, vehicle_type) VALUES ($1, $2, $2, $3) RETURNING id
     ), device AS (
       INSERT INTO devices (business_id, imei, model) VALUES ($1, $4, 'TFT100') RETURNING id
     ), installation AS (
       INSERT INTO installations (device_id, entity_id, business_id, installed_at)
       SELECT device.id, entity.id, $1, coalesce($5, now() - interval '400 days') FROM device, entity
     )
     SELECT entity.id AS entity_id, device.id AS device_id FROM entity, device`,
    [businessId, name, vehicleType, imei, installedAt ?? null],
  )
  return { entityId: rows[0]!.entity_id, deviceId: rows[0]!.device_id, imei }
}

/** Returns the n-th IMEI of a series, with its check digit. */
export function testImei(number: number): string {
  const digits = `35630704${String(number).padStart(6, '0')}`
  return `${digits}${luhnDigit(digits)}`
}
