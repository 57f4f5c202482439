export { InstallTab } from './components/install-tab.js'
export { ReplaceTab } from './components/replace-tab.js'
export { MobileInstall } from './mobile/mobile-install.js'
