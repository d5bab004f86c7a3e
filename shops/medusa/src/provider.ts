import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from "@medusajs/framework/types";
import {
  AbstractPaymentProvider,
  MedusaError,
  PaymentActions,
  PaymentSessionStatus,
} from "@medusajs/framework/utils";
import { CaurisError, createClient, InvalidRequestError } from "../../../sdk/js/src/index.ts";
import { type CaurisOptions, checkOptions } from "./options.ts";
import { createPayments, type MedusaStatus, type WebhookAction } from "./payments.ts";

const statuses: Readonly<Record<MedusaStatus, PaymentSessionStatus>> = {
  pending: PaymentSessionStatus.PENDING,
  requires_more: PaymentSessionStatus.REQUIRES_MORE,
  captured: PaymentSessionStatus.CAPTURED,
  error: PaymentSessionStatus.ERROR,
  canceled: PaymentSessionStatus.CANCELED,
};

const actions: Readonly<Record<WebhookAction["action"], PaymentActions>> = {
  captured: PaymentActions.SUCCESSFUL,
  failed: PaymentActions.FAILED,
  canceled: PaymentActions.CANCELED,
  not_supported: PaymentActions.NOT_SUPPORTED,
};

/** Cauris as a payment provider of Medusa: translates Medusa's types, statuses and errors, and decides nothing itself. */
export class CaurisProvider extends AbstractPaymentProvider<CaurisOptions> {
  static override identifier = "cauris";

  private readonly payments: ReturnType<typeof createPayments>;

  constructor(container: Record<string, unknown>, options: CaurisOptions) {
    super(container, options);
    const { baseUrl, apiKey } = options;
    this.payments = createPayments(createClient({ baseUrl, apiKey }), options);
  }

  static override validateOptions(options: Record<string, unknown>): void {
    try {
      checkOptions(options);
    } catch (error) {
      throw new MedusaError(MedusaError.Types.INVALID_ARGUMENT, (error as Error).message);
    }
  }

  async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const { status, ...made } = await asked(this.payments.initiate(input));
    return { ...made, status: statuses[status] };
  }

  async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const { status, data } = await asked(this.payments.update(input));
    return { status: statuses[status], data };
  }

  async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const { status, data } = await asked(this.payments.authorize(input));
    return { status: statuses[status], data };
  }

  async getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    return await this.authorizePayment(input);
  }

  async capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput> {
    return await asked(this.payments.capture(input));
  }

  async refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput> {
    return await asked(this.payments.refund(input));
  }

  async cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput> {
    return await asked(this.payments.cancel(input));
  }

  async deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    return await asked(this.payments.cancel(input));
  }

  async retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return await asked(this.payments.retrieve(input));
  }

  async getWebhookActionAndData({
    rawData,
    headers,
  }: ProviderWebhookPayload["payload"]): Promise<WebhookActionResult> {
    const { action, ...data } = await asked(this.payments.webhook({ rawData, headers }));
    return { action: actions[action], ...data };
  }
}

/** Medusa shows the messages of its own errors, and hides others. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (!(error instanceof CaurisError)) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, error.message);
    const isOfAmounts = error instanceof InvalidRequestError || error.status === 409;
    const type = isOfAmounts ? MedusaError.Types.NOT_ALLOWED : MedusaError.Types.UNEXPECTED_STATE;
    const where = error.requestId === null ? "" : ` (request ${error.requestId})`;
    throw new MedusaError(type, `Cauris: ${error.message}${where}`, error.code);
  }
}
