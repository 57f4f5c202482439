import type { BusinessKind } from '@roadbook/contracts'

export interface DemoBusiness {
  name: string
  kind: BusinessKind
  city: string
  hasCustomers?: boolean
  recoveryContract?: boolean
  /** Number of entities (vehicles), out of 250, that belong directly to this business. */
  entities: number
  below?: DemoBusiness[]
}

/** Three vendors in the demo area. The businesses below them go down to depth 4. */
export const demoBusinesses: DemoBusiness[] = [
  {
    name: 'Rheintal Mobility',
    kind: 'vendor',
    city: 'Vaduz',
    hasCustomers: true,
    recoveryContract: true,
    entities: 28,
    below: [
      {
        name: 'Residenz Logistik',
        kind: 'enterprise',
        city: 'Vaduz',
        recoveryContract: true,
        entities: 26,
        below: [
          {
            name: 'Paketdienst Vaduz',
            kind: 'company',
            city: 'Vaduz',
            entities: 24,
            below: [
              { name: 'Frühschicht', kind: 'department', city: 'Vaduz', entities: 12 },
              { name: 'Spätschicht', kind: 'department', city: 'Vaduz', entities: 10 },
            ],
          },
          { name: 'Bäckerei Rebberg', kind: 'company', city: 'Triesenberg', entities: 14 },
        ],
      },
      {
        name: 'Hochschule Fuhrpark',
        kind: 'company',
        city: 'Vaduz',
        entities: 22,
        below: [{ name: 'Campus Süd', kind: 'department', city: 'Vaduz', entities: 16 }],
      },
    ],
  },
  {
    name: 'Unterland Bikes',
    kind: 'vendor',
    city: 'Eschen',
    hasCustomers: true,
    entities: 24,
    below: [
      { name: 'Radhaus Schaan', kind: 'company', city: 'Schaan', entities: 18 },
      {
        name: 'Pflegedienst Mauren',
        kind: 'company',
        city: 'Mauren',
        entities: 16,
        below: [{ name: 'Tagestouren', kind: 'department', city: 'Mauren', entities: 8 }],
      },
    ],
  },
  {
    name: 'Oberland Motors',
    kind: 'vendor',
    city: 'Balzers',
    recoveryContract: true,
    entities: 14,
    below: [
      {
        name: 'Talwerke Service',
        kind: 'enterprise',
        city: 'Triesen',
        entities: 12,
        below: [{ name: 'Messdienst', kind: 'company', city: 'Triesen', entities: 6 }],
      },
    ],
  },
]
