import { isolated } from '@roadbook/contracts/isolated'
import { useEffect, useState } from 'react'
import { useMap } from 'react-leaflet'
import { toWorld, type WorldPoint } from '../coordinates.js'
import { CanvasLayer, type CanvasFrame } from '../layers/canvas-layer.js'
import { mapPalette, type MapPalette } from '../map-palette.js'
import { useMapMode } from '../use-map-mode.js'
import type { PlacedVehicle } from './fleet-area.js'

const DOT_PX = 4.5
const NAMES_FROM_ZOOM = 15
const NAME_FONT = '500 11px "Inter Variable", Inter, system-ui, sans-serif'

interface Dot {
  world: WorldPoint
  name: string
  isMoving: boolean
}

/** Layer that draws vehicles as small dots, on a map with another subject. */
class VehicleDotsLayer extends CanvasLayer {
  private dots: readonly Dot[] = []

  constructor(private palette: MapPalette) {
    super('markers', 96)
  }

  setVehicles(vehicles: readonly PlacedVehicle[]): void {
    this.dots = vehicles.map(({ place, name, isMoving }) => ({ world: toWorld(place), name: isolated(name), isMoving }))
    this.requestDraw()
  }

  setPalette(palette: MapPalette): void {
    this.palette = palette
    this.requestDraw()
  }

  protected draw({ context, width, height, zoom, pointX, toY }: CanvasFrame): void {
    const { states, surface, text, base } = this.palette
    context.font = NAME_FONT
    context.textBaseline = 'middle'
    context.lineJoin = 'round'
    for (const { world, name, isMoving } of this.dots) {
      const [x, y] = [pointX(world), toY(world)]
      if (x < 0 || y < 0 || x > width || y > height) continue
      context.beginPath()
      context.arc(x, y, DOT_PX, 0, 2 * Math.PI)
      context.fillStyle = isMoving ? states.moving : states.idle
      context.fill()
      context.lineWidth = 1.5
      context.strokeStyle = surface
      context.stroke()
      if (zoom < NAMES_FROM_ZOOM) continue
      context.lineWidth = 3
      context.strokeStyle = base.labelHalo
      context.strokeText(name, x + 2 * DOT_PX, y)
      context.fillStyle = text
      context.fillText(name, x + 2 * DOT_PX, y)
    }
  }
}

/** Shows vehicles as small dots. */
export function VehicleDots({ vehicles }: { vehicles: readonly PlacedVehicle[] | undefined }) {
  const map = useMap()
  const palette = mapPalette(useMapMode())
  const [layer] = useState(() => new VehicleDotsLayer(palette))
  useEffect(() => {
    layer.addTo(map)
    return () => void layer.remove()
  }, [layer, map])
  useEffect(() => layer.setPalette(palette), [layer, palette])
  useEffect(() => {
    if (vehicles) layer.setVehicles(vehicles)
  }, [layer, vehicles])
  return null
}
