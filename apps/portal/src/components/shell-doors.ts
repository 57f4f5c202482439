import { createContext, useContext } from 'react'

/** Functions that open the app bar's menus, for a screen that hides the app bar. */
export interface ShellDoors {
  openMenu: () => void
  openAccount: () => void
}

/** Null if the app bar is shown. */
export const ShellDoorsContext = createContext<ShellDoors | null>(null)

export const useShellDoors = (): ShellDoors | null => useContext(ShellDoorsContext)

/** Title that the app bar shows in place of the logo. Undefined if the app bar shows the logo. */
export const BarTitleContext = createContext<string | undefined>(undefined)

export const useBarTitle = (): string | undefined => useContext(BarTitleContext)
