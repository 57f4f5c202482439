export { CASE_VIEWS, CaseList } from './case-list.js'
export { CaseRoomScreen } from './case-room.js'
