import type { BusinessKind } from '@roadbook/contracts'

export interface DemoBusiness {
  name: string
  kind: BusinessKind
  city: string
  hasCustomers?: boolean
  recoveryContract?: boolean
  /** How many of the 250 entities are its own. */
  entities: number
  below?: DemoBusiness[]
}

/** Three vendors in the demo area, with businesses below them to depth 4. */
export const demoBusinesses: DemoBusiness[] = [
  {
    name: 'Neckar Mobility',
    kind: 'vendor',
    city: 'Heidelberg',
    hasCustomers: true,
    recoveryContract: true,
    entities: 28,
    below: [
      {
        name: 'Domstadt Logistik',
        kind: 'enterprise',
        city: 'Heidelberg',
        recoveryContract: true,
        entities: 26,
        below: [
          {
            name: 'Paketdienst Altstadt',
            kind: 'company',
            city: 'Heidelberg',
            entities: 24,
            below: [
              { name: 'Frühschicht', kind: 'department', city: 'Heidelberg', entities: 12 },
              { name: 'Spätschicht', kind: 'department', city: 'Heidelberg', entities: 10 },
            ],
          },
          { name: 'Bäckerei Kurfürst', kind: 'company', city: 'Heidelberg', entities: 14 },
        ],
      },
      {
        name: 'Universität Fuhrpark',
        kind: 'company',
        city: 'Heidelberg',
        entities: 22,
        below: [{ name: 'Campus Neuenheim', kind: 'department', city: 'Heidelberg', entities: 16 }],
      },
    ],
  },
  {
    name: 'Kurpfalz Bikes',
    kind: 'vendor',
    city: 'Wieblingen',
    hasCustomers: true,
    entities: 24,
    below: [
      { name: 'Radhaus Bergheim', kind: 'company', city: 'Heidelberg', entities: 18 },
      {
        name: 'Pflegedienst Rohrbach',
        kind: 'company',
        city: 'Heidelberg',
        entities: 16,
        below: [{ name: 'Tagestouren', kind: 'department', city: 'Heidelberg', entities: 8 }],
      },
    ],
  },
  {
    name: 'Odenwald Motors',
    kind: 'vendor',
    city: 'Ziegelhausen',
    recoveryContract: true,
    entities: 14,
    below: [
      {
        name: 'Stadtwerke Service',
        kind: 'enterprise',
        city: 'Heidelberg',
        entities: 12,
        below: [{ name: 'Messdienst', kind: 'company', city: 'Heidelberg', entities: 6 }],
      },
    ],
  },
]
