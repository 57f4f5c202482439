import { beside } from '@roadbook/geo'
import L from 'leaflet'
import type { Place } from '../../lib/place.js'

/** Text and state of the selected vehicle, for its marker. */
export interface SelectedFacts {
  label: string
  /** Accessible name: "Cargo 042, moving, 18 km/h". */
  spokenName: string
  isLive: boolean
}

const SIZE = 56

/**
 * Marks the selected vehicle with an orange ring, a halo, and the inverted label above everything else. The marker is a real
 * button, so that keyboard and screen reader reach the vehicle on the map. Pressing it deselects the vehicle.
 */
class SelectedMarker {
  private readonly marker: L.Marker

  constructor(
    private readonly map: L.Map,
    place: Place,
    onPress: () => void,
  ) {
    const icon = L.divIcon({
      className: 'selected-marker',
      iconSize: [SIZE, SIZE],
      html: '<span class="selected-marker-label"></span><span class="selected-marker-halo"></span><span class="selected-marker-ring"></span>',
    })
    this.marker = L.marker([place.latitude, place.longitude], {
      icon,
      pane: 'selected',
      keyboard: true,
      bubblingMouseEvents: false,
    })
    this.marker.on('click', onPress)
    this.marker.on('keypress', ({ originalEvent }: L.LeafletKeyboardEvent) => {
      if (originalEvent.key === 'Enter' || originalEvent.key === ' ') onPress()
    })
    this.move(place)
    this.marker.addTo(map)
  }

  move({ latitude, longitude }: Place): void {
    this.marker.setLatLng([latitude, beside(this.map.getCenter().lng, longitude)])
  }

  describe({ label, spokenName, isLive }: SelectedFacts): void {
    const element = this.marker.getElement()
    const text = element?.querySelector('.selected-marker-label')
    if (!element || !text) return
    text.textContent = label
    text.setAttribute('dir', 'auto')
    // The accessible name must contain the visible label, for voice control.
    element.setAttribute('aria-label', spokenName.includes(label) ? spokenName : `${label} ${spokenName}`)
    element.setAttribute('aria-pressed', 'true')
    element.classList.toggle('is-live', isLive)
  }

  remove(): void {
    this.map.removeLayer(this.marker)
  }
}

/** Stores the selected vehicle, and creates its marker as soon as its place is known. */
export class Selection {
  entityId: number | undefined
  private marker: SelectedMarker | undefined
  private facts: SelectedFacts | undefined

  constructor(private readonly onPress: (entityId: number) => void) {}

  select(entityId: number | undefined): void {
    this.entityId = entityId
    this.remove()
  }

  describe(facts: SelectedFacts | undefined): void {
    this.facts = facts
    if (facts) this.marker?.describe(facts)
  }

  /** Moves the ring with the vehicle in each frame. */
  follow(map: L.Map | undefined, place: Place | undefined): void {
    const { entityId } = this
    if (!map || entityId === undefined || !place) return this.remove()
    if (this.marker) return this.marker.move(place)
    this.marker = new SelectedMarker(map, place, () => this.onPress(entityId))
    if (this.facts) this.marker.describe(this.facts)
  }

  remove(): void {
    this.marker?.remove()
    this.marker = undefined
  }
}
