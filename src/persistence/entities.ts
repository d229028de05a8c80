import { GameLimitsRow, RuleSetRow } from './entities/games';
import { IdempotencyRecordRow } from './entities/idempotency';
import { TransferRow, WalletRow, WalletTransactionRow } from './entities/ledger';
import { ApiKeyRow, OperatorRow, SeenSignatureRow, ServerSecretRow } from './entities/operators';
import { PlayerRow } from './entities/players';
import { CancellationRow, RoundRow, RoundStepRow } from './entities/rounds';
import { SeedRow } from './entities/seeds';
import { SessionRow, ShoeRow } from './entities/sessions';
import { ConfigurationChangeRow, SealRow, SigningKeyRow } from './records/entities';

/** Every table, as TypeORM knows it. The migrations are the truth; a check compares the two. */
export const entities = [
  ServerSecretRow,
  OperatorRow,
  ApiKeyRow,
  SeenSignatureRow,
  RuleSetRow,
  GameLimitsRow,
  PlayerRow,
  WalletRow,
  TransferRow,
  WalletTransactionRow,
  IdempotencyRecordRow,
  SessionRow,
  SeedRow,
  ShoeRow,
  RoundRow,
  RoundStepRow,
  CancellationRow,
  ConfigurationChangeRow,
  SealRow,
  SigningKeyRow,
];
