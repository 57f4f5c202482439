import { createContext, useContext } from 'react'

/** Openers for the app bar's menus, for a screen without the app bar. */
export interface ShellDoors {
  openMenu: () => void
  openAccount: () => void
}

/** Null where the app bar is shown. */
export const ShellDoorsContext = createContext<ShellDoors | null>(null)

export const useShellDoors = (): ShellDoors | null => useContext(ShellDoorsContext)

/** Title that the app bar shows in place of the logo; undefined where it shows the logo. */
export const BarTitleContext = createContext<string | undefined>(undefined)

export const useBarTitle = (): string | undefined => useContext(BarTitleContext)
