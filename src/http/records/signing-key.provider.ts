import type { Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { loadSigningKey, type SigningKey } from '../../application/records/signing';
import type { Config } from '../../config/config';
import { CLOCK, type Clock, CONFIG } from '../tokens';

export const SIGNING_KEY = Symbol('SigningKey');

/** The configured key, or the one that all processes of the database share. */
export const signingKeyProvider: Provider = {
  provide: SIGNING_KEY,
  useFactory: (dataSource: DataSource, config: Config, clock: Clock): Promise<SigningKey> =>
    loadSigningKey(dataSource.manager, config.auditSigningKey, clock()),
  inject: [DataSource, CONFIG, CLOCK],
};
