import { ApiProperty, ApiSchema, OmitType } from '@nestjs/swagger'
import { OneOf, Text } from '../../../http/properties.js'
import type { Locale } from '../../../texts/locale.js'
import { MaintenanceTriggerDto, type Metric } from '../dto/maintenance-plan.dto.js'
import { say } from '../texts.js'

export const TEMPLATE_KEYS = ['e-bike', 'cargo-bike', 'moped'] as const
type TemplateKey = (typeof TEMPLATE_KEYS)[number]

@ApiSchema({ name: 'TemplateTrigger' })
export class TemplateTriggerDto extends OmitType(MaintenanceTriggerDto, ['id']) {}

/** Template of a plan. A user who uses it gets a plan of their own. */
@ApiSchema({ name: 'MaintenancePlanTemplate' })
export class MaintenancePlanTemplateDto {
  @OneOf(TEMPLATE_KEYS) key: TemplateKey
  @Text() title: string
  @Text() description: string
  @ApiProperty({ type: [TemplateTriggerDto] }) triggers: TemplateTriggerDto[]
}

/**
 * Suggested intervals by distance and by time. A service is due as soon as one of the two has passed. Users adapt the
 * intervals to those of the manufacturer.
 */
const TRIGGERS = {
  'e-bike': [
    ['service', 12, 'months'],
    ['service', 2_000, 'kilometers'],
    ['brakes', 1_000, 'kilometers'],
    ['chain', 3_000, 'kilometers'],
    ['battery', 12, 'months'],
  ],
  'cargo-bike': [
    ['service', 6, 'months'],
    ['service', 1_500, 'kilometers'],
    ['brakes', 500, 'kilometers'],
    ['chain', 2_000, 'kilometers'],
    ['safety', 12, 'months'],
  ],
  moped: [
    ['service', 12, 'months'],
    ['service', 4_000, 'kilometers'],
    ['tyres', 3_000, 'kilometers'],
    ['brakes', 2_000, 'kilometers'],
    ['safety', 24, 'months'],
  ],
} as const satisfies Record<TemplateKey, readonly (readonly [string, number, Metric])[]>

export const templatesIn = (locale: Locale): MaintenancePlanTemplateDto[] =>
  TEMPLATE_KEYS.map((key) => ({
    key,
    title: say(`template.${key}`).in(locale),
    description: say(`template.${key}.description`).in(locale),
    triggers: TRIGGERS[key].map(([name, value, metric]) => ({
      name: say(`template.trigger.${name}`).in(locale),
      value,
      metric,
      description: null,
    })),
  }))
