export { GuideLink } from './guide-link.js'
export { GuidesTab } from './guides-tab.js'
