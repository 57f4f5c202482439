import { useParams } from 'react-router'
import { EndDialog } from '../../features/entities/index.js'
import { CaseRoomScreen } from '../../features/missing/index.js'

/** Page of one case. Closing the case includes the confirmation from entities. */
export function Component() {
  const id = Number(useParams().id)
  return <CaseRoomScreen id={id} renderEnd={(one, how, onClose) => <EndDialog one={one} how={how} onClose={onClose} />} />
}
