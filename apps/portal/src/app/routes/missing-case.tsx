import { useParams } from 'react-router'
import { EndDialog } from '../../features/entities/index.js'
import { CaseRoomScreen } from '../../features/missing/index.js'

/** The room of one case, with the question of entities by which a case ends. */
export function Component() {
  const id = Number(useParams().id)
  return <CaseRoomScreen id={id} renderEnd={(one, how, onClose) => <EndDialog one={one} how={how} onClose={onClose} />} />
}
