import { MapView } from '../../map/map-view.js'
import { cornersOf } from './corners-of.js'
import { Shape } from './shape.js'
import { MapFrame } from './map-frame.js'
import type { Drawn } from '../../map/drawn-area.js'

/** More would be one colour. */
const MOST = 500

/** Several geofences, all in sight. */
export function PlacesMap({ label, places }: { label: string; places: readonly Drawn[] }) {
  const shown = places.slice(0, MOST)
  const corners = cornersOf(shown)
  return (
    <MapFrame>
      {/* other places are another map */}
      <MapView key={JSON.stringify(corners)} label={label} beginWith={corners}>
        {shown.map((drawn, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- it is which one of the file it is
          <Shape key={at} drawn={drawn} />
        ))}
      </MapView>
    </MapFrame>
  )
}
