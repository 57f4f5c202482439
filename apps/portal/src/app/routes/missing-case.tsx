import { useParams } from 'react-router'
import { EndDialog } from '../../features/entities/index.js'
import { CaseRoomScreen } from '../../features/missing/index.js'

/** Page of one case. The dialog for closing the case belongs to the entities feature. */
export function Component() {
  const id = Number(useParams().id)
  return <CaseRoomScreen id={id} renderEnd={(one, how, onClose) => <EndDialog missingCase={one} way={how} onClose={onClose} />} />
}
