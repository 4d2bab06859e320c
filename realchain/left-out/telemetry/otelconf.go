// Package otelconf stands for what sets OpenTelemetry's exporters up from a file. The file of a node of these tests is
// empty, and then it is not called.
package otelconf

import (
	"context"

	"go.opentelemetry.io/otel/log"
	nolog "go.opentelemetry.io/otel/log/noop"
	"go.opentelemetry.io/otel/metric"
	nometric "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/trace"
	notrace "go.opentelemetry.io/otel/trace/noop"
)

type OpenTelemetryConfiguration struct{}

type ConfigurationOption struct{}

func ParseYAML([]byte) (*OpenTelemetryConfiguration, error) {
	return &OpenTelemetryConfiguration{}, nil
}

func WithOpenTelemetryConfiguration(OpenTelemetryConfiguration) ConfigurationOption {
	return ConfigurationOption{}
}

type SDK struct{}

func NewSDK(...ConfigurationOption) (SDK, error) { return SDK{}, nil }

func (*SDK) LoggerProvider() log.LoggerProvider { return nolog.NewLoggerProvider() }

func (*SDK) MeterProvider() metric.MeterProvider { return nometric.NewMeterProvider() }

func (*SDK) TracerProvider() trace.TracerProvider { return notrace.NewTracerProvider() }

func (*SDK) Shutdown(context.Context) error { return nil }
