import type { VehicleType } from '@roadbook/contracts'
import { luhnDigit } from '@roadbook/geo'

export interface DemoVehicle {
  name: string
  deviceTitle: string
  frameNumber: string
  licensePlate: string
  vehicleType: VehicleType
  brand: string
  model: string
  color: string
  engineBrand: string
  powerUnit: string
  imei: string
  iccid: string
  deviceModel: string
  /** Number of days since the vehicle came into the fleet with its tracker. */
  ageDays: number
}

interface Make {
  /** Number of vehicles of this make per hundred vehicles. */
  share: number
  vehicleType: VehicleType
  word: string
  code: string
  models: [brand: string, model: string, engine: string, powerUnit: string][]
  deviceModel: string
}

const MAKES: Make[] = [
  {
    share: 30,
    vehicleType: 'eBike',
    word: 'E-bike',
    code: 'EB',
    deviceModel: 'TFT100',
    models: [
      ['Gazelle', 'Ultimate C380', 'Bosch', '400 Wh'],
      ['Riese & Müller', 'Charger4', 'Bosch', '625 Wh'],
      ['Koga', 'Pace B10', 'Bosch', '500 Wh'],
    ],
  },
  {
    share: 22,
    vehicleType: 'eCargoBike',
    word: 'Cargo',
    code: 'CG',
    deviceModel: 'TFT100',
    models: [
      ['Urban Arrow', 'Cargo L', 'Bosch', '545 Wh'],
      ['Riese & Müller', 'Load 75', 'Bosch', '1000 Wh'],
    ],
  },
  {
    share: 10,
    vehicleType: 'speedPedelec',
    word: 'Speed',
    code: 'SP',
    deviceModel: 'TST100',
    models: [
      ['Stromer', 'ST5', 'Syno', '983 Wh'],
      ['Klever', 'X Speed', 'Biactron', '1200 Wh'],
    ],
  },
  {
    share: 12,
    vehicleType: 'eMoped',
    word: 'Scooter',
    code: 'SC',
    deviceModel: 'TFT100',
    models: [
      ['NIU', 'NQi GTS', 'Bosch', '2100 Wh'],
      ['Super Soco', 'CPx', 'Bosch', '2700 Wh'],
    ],
  },
  {
    share: 6,
    vehicleType: 'moped',
    word: 'Moped',
    code: 'MO',
    deviceModel: 'FMB920',
    models: [['Piaggio', 'Liberty 50', 'Piaggio', '50 cm³']],
  },
  {
    share: 15,
    vehicleType: 'automobile',
    word: 'Van',
    code: 'VN',
    deviceModel: 'FMC130',
    models: [
      ['Volkswagen', 'ID. Buzz Cargo', 'Volkswagen', '77 kWh'],
      ['Renault', 'Kangoo', 'Renault', '45 kWh'],
      ['Toyota', 'Yaris', 'Toyota', 'Hybrid'],
    ],
  },
  { share: 3, vehicleType: 'other', word: 'Trailer', code: 'TR', deviceModel: 'TAT100', models: [['Carla', 'Cargo', '–', '–']] },
  {
    share: 2,
    vehicleType: 'unregistered',
    word: 'Unregistered',
    code: 'UN',
    deviceModel: 'FMB920',
    models: [['–', '–', '–', '–']],
  },
]

const COLORS = ['black', 'white', 'grey', 'green', 'blue', 'red']

/**
 * Returns the n-th vehicle of the demo fleet, which is always the same. The types are spread so that every business has several.
 */
export function demoVehicle(index: number): DemoVehicle {
  const make = makeOf(index)
  const [brand, model, engineBrand, powerUnit] = make.models[index % make.models.length] as Make['models'][number]
  const number = String(index + 1).padStart(3, '0')
  return {
    name: `${make.word} ${number}`,
    deviceTitle: `${make.code}-${number}`,
    frameNumber: `WRB${make.code}26${number}${(index * 7919) % 9000}`,
    licensePlate: `FL ${31000 + index}`,
    vehicleType: make.vehicleType,
    brand,
    model,
    color: COLORS[index % COLORS.length] as string,
    engineBrand,
    powerUnit,
    imei: demoImei(index),
    iccid: `8949020000${String(1_000_000_000 + index * 7_919).slice(-9)}`,
    deviceModel: make.deviceModel,
    ageDays: ageDaysOf(index),
  }
}

/**
 * Returns the vehicle's age in days. One vehicle in twelve is new. The others came into the fleet before the generated
 * history begins.
 */
const ageDaysOf = (index: number): number => (index % 12 === 5 ? 3 + ((index * 17) % 55) : 380 + ((index * 53) % 400))

/** Returns the IMEI of the demo's n-th tracker. The demo simulates only trackers with such IMEIs. */
export const demoImei = (index: number): string => withCheckDigit(`35262569${String(810_000 + index * 37).padStart(6, '0')}`)

/**
 * Returns the make of the n-th vehicle. 37 and 100 have no common divisor, so any hundred consecutive vehicles get each
 * place from 0 to 99 once. Each make therefore gets exactly its share.
 */
function makeOf(index: number): Make {
  let place = (index * 37) % 100
  for (const make of MAKES) {
    if (place < make.share) return make
    place -= make.share
  }
  return MAKES[0] as Make
}

const withCheckDigit = (digits: string) => `${digits}${luhnDigit(digits)}`
