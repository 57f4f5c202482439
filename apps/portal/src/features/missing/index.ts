export { CaseRoomScreen } from './case-room.js'
export { CaseViews } from './case-views.js'
