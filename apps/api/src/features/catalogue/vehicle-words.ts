import type { WordRow } from './catalogue.repository.js'
import type { BrandOptionDto, OptionDto, VehicleWordsDto } from './dto/option.dto.js'

const toOption = ({ id, name }: WordRow): OptionDto => ({ id, name })

/**
 * Returns the lists for a vehicle's form. Each model is below its brand.
 * @param rows in display order
 */
export function vehicleWords(rows: readonly WordRow[]): VehicleWordsDto {
  const of = (type: WordRow['type']) => rows.filter((row) => row.type === type)
  const withModels = (type: 'brand' | 'engine_brand', below: 'model' | 'engine_model'): BrandOptionDto[] => {
    const models = new Map<number | null, OptionDto[]>()
    for (const row of of(below)) models.set(row.parent_id, [...(models.get(row.parent_id) ?? []), toOption(row)])
    return of(type).map((row) => ({ ...toOption(row), models: models.get(row.id) ?? [] }))
  }
  return {
    brands: withModels('brand', 'model'),
    colors: of('color').map(toOption),
    engine_brands: withModels('engine_brand', 'engine_model'),
    power_units: of('powerunit').map(toOption),
  }
}
