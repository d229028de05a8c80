import { ReminderAcknowledgementRow, SuspensionRow } from './entities/compliance';
import { GameLimitsRow, RuleSetRow } from './entities/games';
import { IdempotencyRecordRow } from './entities/idempotency';
import { TransferRow, WalletRow, WalletTransactionRow } from './entities/ledger';
import { ApiKeyRow, OperatorRow, SeenSignatureRow, ServerSecretRow } from './entities/operators';
import { PlayerRow } from './entities/players';
import { CancellationRow, RoundRow, RoundStepRow } from './entities/rounds';
import { SeedRow } from './entities/seeds';
import { SessionRow, ShoeRow } from './entities/sessions';
import {
  TableChangeRow,
  TableEventRow,
  TableLeaseRow,
  TableRoundRow,
  TableRow,
  TableSheetRow,
  TableShoeRow,
  TableStepRow,
} from './entities/tables';
import { ConfigurationChangeRow, SealRow, SigningKeyRow } from './records/entities';
import { ReturnTotalRow, RoundAssessmentRow, RoundToAssessRow } from './reports/entities';
import { ErasureRow, RoundRemovalRow, SoftwareChangeRow } from './retention/entities';

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
  RoundToAssessRow,
  RoundAssessmentRow,
  ReturnTotalRow,
  SuspensionRow,
  ReminderAcknowledgementRow,
  TableRow,
  TableLeaseRow,
  TableSheetRow,
  TableChangeRow,
  TableShoeRow,
  TableRoundRow,
  TableStepRow,
  TableEventRow,
  ConfigurationChangeRow,
  SealRow,
  SigningKeyRow,
  ErasureRow,
  SoftwareChangeRow,
  RoundRemovalRow,
];
