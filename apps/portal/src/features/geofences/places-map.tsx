import { MapView } from '../../map/map-view.js'
import { cornersOf } from './corners-of.js'
import { Shape } from './shape.js'
import { MapFrame } from './map-frame.js'
import type { Drawn } from '../../map/drawn-area.js'

/** Maximum number of places drawn. More would merge into one area. */
const MOST = 500

/** Map that shows several geofences. */
export function PlacesMap({ label, places }: { label: string; places: readonly Drawn[] }) {
  const shown = places.slice(0, MOST)
  const corners = cornersOf(shown)
  return (
    <MapFrame>
      {/* The key creates a new map for other places, so that it begins with their area. */}
      <MapView key={JSON.stringify(corners)} label={label} beginWith={corners}>
        {shown.map((drawn, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- its index in the file identifies a place
          <Shape key={at} drawn={drawn} />
        ))}
      </MapView>
    </MapFrame>
  )
}
