import { styled } from '@mui/material/styles'
import L from 'leaflet'
import { Shapes } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { screenPart } from '../../lib/parts/late-part.js'
import { usePermission } from '../../lib/session/session.js'
import { useStoredFlag } from '../../lib/use-stored-flag.js'
import { vars } from '../../theme/components/vars.js'

/** Loaded lazily, after the map's main content. */
const GeofencesOnMap = screenPart(async () => (await import('./geofences-on-map.js')).GeofencesOnMap)

/**
 * Returns whether maps show geofences, and a function to change this. There is one setting for all maps, stored in this
 * browser.
 */
export function useGeofencesShown(): [boolean, (areShown: boolean) => void] {
  const [isWithout, setWithout] = useStoredFlag('roadbook.map.without-geofences')
  return [!isWithout, (areShown) => setWithout(!areShown)]
}

/** Geofences of a map, for users who may read them. */
export const ShownGeofences = () =>
  usePermission('read:map') && (
    <Suspense>
      <GeofencesOnMap />
    </Suspense>
  )

/** Geofences of a small map, with the button to show or hide them. */
export function SwitchedGeofences() {
  const { t } = useTranslation('map')
  const [areShown, show] = useGeofencesShown()
  const corner = useRef<HTMLDivElement>(null)
  const mayRead = usePermission('read:map')
  useEffect(() => {
    if (corner.current) L.DomEvent.disableClickPropagation(corner.current)
  }, [])
  if (!mayRead) return null
  return (
    <>
      <Corner ref={corner}>
        <TooltipIconButton
          label={t('controls.geofences')}
          icon={Shapes}
          aria-pressed={areShown}
          color={areShown ? 'primary' : undefined}
          onClick={() => show(!areShown)}
        />
      </Corner>
      {areShown && <ShownGeofences />}
    </>
  )
}

const Corner = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: 12,
  right: 12,
  zIndex: 800,
  borderRadius: 10,
  cursor: 'default',
  border: `1px solid ${vars(theme).line.strong}`,
  backgroundColor: vars(theme).background.paper,
  boxShadow: vars(theme).lift.pop,
  '& .MuiIconButton-root': { width: 36, height: 36, borderRadius: 9 },
}))
