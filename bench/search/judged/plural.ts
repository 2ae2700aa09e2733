import { queries } from '../judgements.ts';
import * as shelf from '../shelves.ts';
import { plainJudgements } from './plain.ts';

/** More than one is meant as one is; in some of these the names are the ones with the plural. */
export const plural = queries('plural', {
  cases: shelf.cases,
  phones: shelf.phones,
  iphones: shelf.iPhones,
  'unlocked phones': shelf.unlockedPhones,
  chargers: shelf.chargers,
  'car chargers': shelf.carChargers,
  'wall chargers': shelf.wallChargers,
  'wireless chargers': shelf.wirelessChargers,
  'power banks': shelf.powerBanks,
  'battery cases': shelf.batteryCases,
  'phone batteries': shelf.phoneBatteries,
  cables: shelf.cables,
  'lightning cables': shelf.lightningCables,
  adapters: shelf.adapters,
  headsets: shelf.headsets,
  'screen protectors': shelf.screenProtectors,
  armbands: shelf.armbands,
  holsters: shelf.holsters,
  'wallet cases': shelf.walletCases,
  'flip covers': shelf.flipCovers,
  'selfie sticks': shelf.selfieSticks,
  'camera lenses': shelf.lenses,
  microphones: shelf.microphones,
  'car mounts': shelf.carMounts,
  'sim cards': shelf.simCards,
  'signal boosters': shelf.signalBoosters,
  'watch bands': shelf.watchBands,
  hotspots: shelf.hotspots,
  'usb hubs': plainJudgements['usb hub'],
});
